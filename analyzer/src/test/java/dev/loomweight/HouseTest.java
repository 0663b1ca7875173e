package dev.loomweight;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Sample;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which room of the house may know which: the directions of the data, from the capture to the screen. */
class HouseTest {

    private static final String ROOT = "dev.loomweight.";

    // A room may always know itself and what lies below it.
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("capture", List.of()),
            Map.entry("agent", List.of("capture")),
            Map.entry("sample", List.of()),
            Map.entry("report", List.of()),
            // Patterns that users write, in linear time.
            Map.entry("match", List.of()),
            Map.entry("source", List.of("sample", "capture")),
            Map.entry("code", List.of("sample")),
            Map.entry("analysis", List.of("sample", "code", "report", "match")),
            // Conclusions of others about whole files: made of what a source can open, and shown like an analysis.
            Map.entry("rules", List.of("source", "sample", "report")),
            Map.entry("render", List.of("report")),
            // Tables to ask anything of: rows of events and of reports, written for people and programs.
            Map.entry("query", List.of("source", "sample", "code", "analysis", "render", "report", "capture", "match")),
            Map.entry(
                    "command", List.of("source", "code", "analysis", "rules", "report", "sample", "capture", "match")),
            Map.entry("cli", List.of("command", "render", "report", "capture")),
            Map.entry("terminal", List.of()),
            // Opens class files and tables once for all lines.
            Map.entry("repl", List.of("command", "query", "code", "render", "report", "capture", "terminal", "match")),
            // Shows figures of a moment as they are, without a report between.
            Map.entry("watch", List.of("command", "analysis", "render", "report", "capture", "terminal")));

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.loomweight");

    static List<String> rooms() {
        return HOUSE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT))
                .map(name -> name.substring(ROOT.length()).split("\\.", 2)[0])
                .filter(name -> !name.equals("samples"))
                .distinct()
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomKnowsOnlyWhatItMay(String room) {
        assertThat(MAY_KNOW).as("a new room says here what it may know").containsKey(room);
        List<String> allowed = MAY_KNOW.getOrDefault(room, List.of());
        String[] outside = rooms().stream()
                .filter(other -> !other.equals(room) && !allowed.contains(other))
                .map(other -> ROOT + other + "..")
                .toArray(String[]::new);

        classes()
                .that()
                .resideInAPackage(ROOT + room + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(outside)
                .check(HOUSE);
    }

    @Test
    void everySampleOfAnEventHasItsKind() throws ReflectiveOperationException {
        TreeSet<String> ofSamples = new TreeSet<>();
        for (Class<?> sample : Sample.class.getPermittedSubclasses()) {
            for (Field field : sample.getDeclaredFields()) {
                if (field.getName().equals("EVENT")) {
                    ofSamples.add(sample.getName() + " " + field.get(null));
                }
            }
        }
        List<String> ofKinds = EventKind.ALL.stream()
                .map(kind -> kind.sample().getName() + " " + kind.eventType())
                .sorted()
                .toList();

        assertThat(ofSamples).isNotEmpty();
        assertThat(ofKinds).containsExactlyElementsOf(ofSamples);
        assertThat(Arrays.asList(Sample.class.getPermittedSubclasses()))
                .containsAll(EventKind.ALL.stream().map(EventKind::sample).toList());
    }
}
