package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is JSON keeps to its published schema: ours, and those of the formats of others. */
class SchemaTest {

    /** A format and the schema that it is held to. */
    enum Held {
        JSON(Format.JSON, SpecificationVersion.DRAFT_2020_12),
        SPEEDSCOPE(Format.SPEEDSCOPE, SpecificationVersion.DRAFT_7),
        SARIF(Format.SARIF, SpecificationVersion.DRAFT_7),
        OTLP(Format.OTLP, SpecificationVersion.DRAFT_2020_12);

        private final Format format;
        private final SpecificationVersion draft;

        Held(Format format, SpecificationVersion draft) {
            this.format = format;
            this.draft = draft;
        }

        Schema schema() throws IOException {
            String text = switch (this) {
                case JSON -> Files.readString(Path.of("..", "docs", "report.schema.json"));
                case SPEEDSCOPE -> resource("/schema/speedscope/file-format-schema.json");
                case SARIF -> resource("/schema/sarif-schema-2.1.0.json");
                case OTLP -> resource("/schema/otlp-profiles-1.10.0.json");
            };
            return SchemaRegistry.withDefaultDialect(draft).getSchema(text, InputFormat.JSON);
        }

        void check(Schema schema, Report report) {
            StringBuilder out = new StringBuilder();
            try {
                format.renderer(TextOptions.PLAIN).render(report, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(schema.validate(out.toString(), InputFormat.JSON)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyReportKeepsToIt(Held held) throws IOException {
        Schema schema = held.schema();
        Reports.all().values().forEach(report -> held.check(schema, report));
        qt().withExamples(200).forAll(longs().all()).checkAssert(seed -> held.check(schema, RandomReports.of(seed)));
    }

    @Test
    void ourSchemaRefusesWhatIsNoReport() throws IOException {
        Schema schema = Held.JSON.schema();
        assertThat(schema.validate("{\"schemaVersion\":2,\"command\":\"pins\",\"title\":\"\"}", InputFormat.JSON))
                .isNotEmpty();
        String row =
                "{\"schemaVersion\":2,\"command\":\"pins\",\"title\":\"\",\"sections\":[{\"id\":\"a\",\"title\":\"\","
                        + "\"findings\":[],\"blocks\":[{\"type\":\"table\",\"id\":\"t\",\"title\":\"\",\"columns\":[],"
                        + "\"rows\":[{\"sizeBytes\":%s}],\"totals\":[],\"footnotes\":[]}]}]}";
        assertThat(schema.validate(row.formatted("1"), InputFormat.JSON)).isEmpty();
        assertThat(schema.validate(row.formatted("\"1\""), InputFormat.JSON)).isNotEmpty();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SchemaTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
