from ttr_analysis.results.differences import differences as differences
from ttr_analysis.results.manifest import Manifest as Manifest
from ttr_analysis.results.reading import load_result as load_result
from ttr_analysis.results.result import Result as Result
from ttr_analysis.results.schema import SCHEMA as SCHEMA
from ttr_analysis.results.schema import TABLES as TABLES
from ttr_analysis.results.schema import Column as Column
from ttr_analysis.results.schema import Table as Table
