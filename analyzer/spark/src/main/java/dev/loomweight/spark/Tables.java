package dev.loomweight.spark;

import dev.loomweight.command.Fleet;
import dev.loomweight.fleet.FleetTable;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Tables in Parquet: those of the folds, written where the folds are, and the findings of the report. */
final class Tables {

    /** What the report found. */
    static final String FINDINGS = "findings";

    /** A file has about so many recordings' rows: files of some megabytes, which engines read best. */
    private static final int RECORDINGS_PER_FILE = 10_000;

    private final SparkSession session;
    private final OutputFolder folder;

    Tables(SparkSession session, OutputFolder folder) {
        this.session = session;
        this.folder = folder;
    }

    /**
     * Writes the tables of recordings: a row or more for each.
     *
     * @param folds one for each recording
     * @param recordings how many there are
     */
    void write(JavaRDD<byte[]> folds, int recordings) {
        List<FleetTable> tables = Fleet.tables(Fleet.nothing());
        for (int i = 0; i < tables.size(); i++) {
            FleetTable table = tables.get(i);
            int number = i;
            JavaRDD<Row> rows = folds.flatMap(fold -> rows(fold, number));
            write(session.createDataFrame(rows, schema(table.columns())), table.name(), recordings);
        }
    }

    private static Iterator<Row> rows(byte[] fold, int table) {
        FleetTable found = Fleet.tables(fold).get(table);
        return found.rows().stream().map(row -> row(found.columns(), row)).iterator();
    }

    private static Row row(List<FleetTable.Column> columns, List<@Nullable Object> values) {
        @Nullable Object[] cells = new @Nullable Object[values.size()];
        for (int i = 0; i < cells.length; i++) {
            Object value = values.get(i);
            cells[i] = value != null && columns.get(i).type() == FleetTable.Type.TIME
                    ? Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS)
                    : value instanceof Map<?, ?> map ? CollectionConverters.asScala(map) : value;
        }
        return RowFactory.create(cells);
    }

    private static StructType schema(List<FleetTable.Column> columns) {
        return new StructType(columns.stream()
                .map(column -> DataTypes.createStructField(column.name(), type(column.type()), true))
                .toArray(StructField[]::new));
    }

    private static DataType type(FleetTable.Type type) {
        return switch (type) {
            case TEXT -> DataTypes.StringType;
            case NUMBER -> DataTypes.LongType;
            case TRUTH -> DataTypes.BooleanType;
            case TIME -> DataTypes.TimestampType;
            case LABELS -> DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, false);
        };
    }

    /** Writes the findings of the report. */
    void write(Report report, JavaSparkContext spark) {
        List<Row> rows = new ArrayList<>();
        report.sections()
                .forEach(section -> section.findings().forEach(finding -> rows.add(row(section.id(), finding))));
        StructType schema = new StructType();
        for (String column : List.of("section", "id", "severity", "summary", "explanation", "solution", "code")) {
            schema = schema.add(column, DataTypes.StringType, true);
        }
        write(session.createDataFrame(spark.parallelize(rows, 1), schema), FINDINGS, 1);
    }

    private static Row row(String section, Finding finding) {
        return RowFactory.create(
                section,
                finding.id(),
                finding.severity().name().toLowerCase(Locale.ROOT),
                finding.summary(),
                finding.explanation(),
                finding.solution(),
                finding.place() == null
                        ? null
                        : finding.place().className() + "." + finding.place().methodName());
    }

    private void write(Dataset<Row> table, String name, int recordings) {
        int files = 1 + (recordings / RECORDINGS_PER_FILE);
        table.repartition(files).write().mode(SaveMode.Overwrite).parquet(folder.table(name));
    }
}
