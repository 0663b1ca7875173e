package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.source.recording.fixture.RecordPinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A column has the same values in SQL and in a pipeline: each column of each type that has events, in each row. */
class SqlColumnsTest {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final long LIMIT = 1_000_000;

    @TempDir
    private Path folder;

    private final RowProgress meter = new RowProgress();

    /** Together they have pins in blocks, methods and initializers, and types that one of two recordings declares. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "recordings/21/pins.jfr tutorial/app.jfr",
                "recordings/17/variety.jfr recordings/25/pins.jfr",
                "recordings/21/variety.jfr",
                "recordings/21/monitors.jfr",
                "recordings/25/variety.jfr"
            })
    void aColumnIsTheSameInSqlAndInAPipeline(String recordings) throws Exception {
        for (String each : recordings.split(" ", -1)) {
            Files.copy(RESOURCES.resolve(each), folder.resolve(each.replace('/', '-')));
        }
        Set<String> causes = new HashSet<>();
        int compared = 0;
        try (OpenInput direct = OpenInput.of(folder);
                OpenInput queried = OpenInput.of(folder);
                ClassPath classes = classes(direct);
                Sql sql = new Sql()) {
            for (Map.Entry<String, Long> each : direct.types(meter).entrySet()) {
                String type = each.getKey();
                if (each.getValue() == 0) {
                    continue;
                }
                List<String> names = direct.knownFields(type);
                Relation rows = PipelineParser.parse(
                                "events " + type + " | select \"" + String.join("\", \"", names) + "\"")
                        .run((source, fields) -> direct.events(type, fields, classes, List.of(), meter, LIMIT));
                assertThat(rows.names()).as(type).isEqualTo(names);
                List<String> columns = SqlNames.of(names);
                Relation answer = sql.run(
                        "SELECT \"" + String.join("\", \"", columns) + "\" FROM \"" + type + "\"",
                        (name, words) -> table(queried, name, words, classes),
                        LIMIT);
                assertThat(answer.rows()).as(type).isEqualTo(rows.rows());
                for (int i = 0; i < names.size(); i++) {
                    assertThat(values(answer.fields().get(i)))
                            .as("%s %s", type, names.get(i))
                            .isEqualTo(values(rows.fields().get(i)));
                    compared++;
                    if (names.get(i).equals("cause")) {
                        values(rows.fields().get(i)).forEach(value -> causes.add(String.valueOf(value)));
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(25);
        if (recordings.contains("tutorial")) {
            assertThat(causes).contains("a synchronized block", "a synchronized method", "a class initializer");
        }
    }

    /** A table as the prompt gives it to SQL. */
    private Relation table(OpenInput input, String name, @Nullable Set<String> words, ClassPath classes) {
        Set<String> fields = words == null ? null : input.fieldsMeant(name, words, meter);
        return input.events(name, fields, classes, List.of(), meter, LIMIT);
    }

    private static ClassPath classes(OpenInput input) throws Exception {
        Path fixtures = Path.of(RecordPinning.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return input.classPath(List.of(fixtures.toString()), null, true);
    }

    private static List<@Nullable Object> values(Field field) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < field.column().size(); row++) {
            Object value = field.value(row);
            // H2 has one zero.
            values.add(value instanceof Double zero && zero == 0 ? Double.valueOf(0) : value);
        }
        return values;
    }
}
