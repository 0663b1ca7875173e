package dev.loomweight.spark;

import dev.loomweight.fleet.FleetTable;
import dev.loomweight.fleet.FleetTable.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** How rows of a table are written to Parquet, with the types that all engines know. */
final class ParquetRows extends WriteSupport<List<@Nullable Object>> {

    // So that a task has some of them in memory at most.
    private static final long ROW_GROUP_BYTES = 32L << 20;

    // The names that the format wants of a map.
    private static final String ENTRIES = "key_value";
    private static final String KEY = "key";
    private static final String VALUE = "value";

    private final FleetTable table;
    private @Nullable RecordConsumer out;

    private ParquetRows(FleetTable table) {
        this.table = table;
    }

    /** A writer of rows of a table to a new file. */
    static ParquetWriter<List<@Nullable Object>> writer(Path path, FleetTable table, Configuration configuration)
            throws IOException {
        return new Builder(HadoopOutputFile.fromPath(path, configuration), table)
                .withConf(configuration)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .build();
    }

    private static final class Builder extends ParquetWriter.Builder<List<@Nullable Object>, Builder> {
        private final FleetTable table;

        Builder(OutputFile file, FleetTable table) {
            super(file);
            this.table = table;
        }

        @Override
        protected Builder self() {
            return this;
        }

        // Deprecated, and the only one that must be there.
        @Override
        @SuppressWarnings("deprecation")
        protected WriteSupport<List<@Nullable Object>> getWriteSupport(Configuration configuration) {
            return new ParquetRows(table);
        }
    }

    /** The columns as Parquet has them; each may be null. */
    static MessageType schema(FleetTable table) {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        table.columns().forEach(column -> schema.addField(type(column)));
        return schema.named(table.name());
    }

    private static Type type(Column column) {
        return switch (column.type()) {
            case TEXT ->
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(column.name());
            case NUMBER -> Types.optional(PrimitiveTypeName.INT64).named(column.name());
            case TRUTH -> Types.optional(PrimitiveTypeName.BOOLEAN).named(column.name());
            case TIME ->
                Types.optional(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
                        .named(column.name());
            case LABELS ->
                Types.optionalMap()
                        .key(Types.required(PrimitiveTypeName.BINARY)
                                .as(LogicalTypeAnnotation.stringType())
                                .named(KEY))
                        .value(Types.required(PrimitiveTypeName.BINARY)
                                .as(LogicalTypeAnnotation.stringType())
                                .named(VALUE))
                        .named(column.name());
        };
    }

    // Deprecated, and the only one that must be there.
    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(Configuration configuration) {
        return new WriteContext(schema(table), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
        out = consumer;
    }

    @Override
    public void write(List<@Nullable Object> row) {
        RecordConsumer to = out;
        if (to == null) {
            throw new IllegalStateException("not prepared");
        }
        to.startMessage();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            if (value != null) {
                to.startField(table.columns().get(i).name(), i);
                write(value, to);
                to.endField(table.columns().get(i).name(), i);
            }
        }
        to.endMessage();
    }

    private static void write(Object value, RecordConsumer to) {
        switch (value) {
            case String text -> to.addBinary(Binary.fromString(text));
            case Long number -> to.addLong(number);
            case Boolean truth -> to.addBoolean(truth);
            case Map<?, ?> labels -> write(labels, to);
            default ->
                throw new IllegalArgumentException(
                        "a column cannot have a " + value.getClass().getName());
        }
    }

    private static void write(Map<?, ?> labels, RecordConsumer to) {
        to.startGroup();
        if (!labels.isEmpty()) {
            to.startField(ENTRIES, 0);
            labels.forEach((name, value) -> {
                to.startGroup();
                to.startField(KEY, 0);
                to.addBinary(Binary.fromString((String) name));
                to.endField(KEY, 0);
                to.startField(VALUE, 1);
                to.addBinary(Binary.fromString((String) value));
                to.endField(VALUE, 1);
                to.endGroup();
            });
            to.endField(ENTRIES, 0);
        }
        to.endGroup();
    }
}
