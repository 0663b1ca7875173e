package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.Releases;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An {@code int[]} as one's own lock, of which the events have the class that the lock of a class has: each case is one by
 * construction, and none waits for the lock of a class.
 */
class ArrayLocksTest {

    private static final String PROGRAM = "known.ArrayLocks";

    private static final Map<String, String> ANSWERS = Map.ofEntries(
            Map.entry("bytes", "monitorEnter enterBytes lock"),
            Map.entry("objects", "monitorEnter enterObjects lock"),
            Map.entry("parameter", "monitorEnter enterParameter lock"),
            Map.entry("static", "monitorEnter enterStatic ArrayLocks.QUEUE"),
            Map.entry("field", "monitorEnter enterField this.field"),
            Map.entry("newObject", "monitorEnter enterAndNew lock"),
            Map.entry("nothingElse", "monitorEnter enterAnything lock"),
            Map.entry("many", "monitorEnter enterStatic ArrayLocks.QUEUE"),
            Map.entry("waits", "objectWait waits lock"));

    @TempDir
    private Path folder;

    private Path classes() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        return Compiled.into(classes, "ArrayLocks.java", Compiled.resource("ArrayLocks.java"), "-g", "--release", "21");
    }

    @Test
    void whatTheCodeTakesItselfIsItsOwnMonitor() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path classes = classes();
        RecordedCases cases = new RecordedCases(folder);
        // What the interpreter stands at is the question.
        cases.record(jdk, PROGRAM, Map.of("a", classes), "-Xint");
        Map<String, List<PinStack>> pins = cases.pins("a");

        try (ClassPath path = ClassPath.of(
                List.of(classes.toString(), RecordedCases.testClasses().toString()), jdk, 21)) {
            Diagnoser diagnoser = new Diagnoser(new Code(path), List.of());
            Map<String, String> found = new TreeMap<>();
            pins.forEach((name, stacks) -> found.put(name, words(diagnoser, stacks)));

            assertThat(found).containsAllEntriesOf(ANSWERS);
            assertThat(found.get("waitsAgain"))
                    .contains("objectWait waitsAgain lock")
                    .doesNotContain("class");
            Diagnosis other =
                    diagnoser.of(Objects.requireNonNull(pins.get("other")).getFirst(), false);
            assertThat(other.first().kind()).isEqualTo(CauseKind.MONITOR_ENTER);
            assertThat(other.first().detail())
                    .as("the interpreter can be at both")
                    .isNotEmpty();
            assertThat(other.first().releases().on24()).isEqualTo(Releases.Answer.UNKNOWN);
        }
        Diagnoser without = new Diagnoser(new Code(ClassPath.none()), List.of());
        for (String name : List.of("parameter", "static", "field", "newObject", "other", "many")) {
            Diagnosis undecided =
                    without.of(Objects.requireNonNull(pins.get(name)).getFirst(), false);
            assertThat(undecided.first().kind()).as(name).isEqualTo(CauseKind.MONITOR_ENTER);
            assertThat(undecided.first().detail()).as(name).contains("class file of known.ArrayLocks");
            assertThat(undecided.first().releases().on24()).as(name).isEqualTo(Releases.Answer.UNKNOWN);
        }
        assertThat(without.of(Objects.requireNonNull(pins.get("waits")).getFirst(), false)
                        .first()
                        .kind())
                .isEqualTo(CauseKind.OBJECT_WAIT);
    }

    @Test
    void eachWaitOfTheCodeIsCountedHoweverShort() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path classes = classes();
        new RecordedCases(folder).record(jdk, PROGRAM, Map.of("a", classes));
        long waits = waits();

        String report = report("--classpath", classes.toString());

        assertThat(report)
                .contains("pinned " + waits + " times")
                .doesNotContain("the JVM's own", "links a class", "lock of the class")
                .contains("The monitor is of class int[]; its waits were ended by its timeout.");
        assertThat(report())
                .as("without class files")
                .contains("pinned " + waits + " times")
                .doesNotContain("the JVM's own", "another thread links a class")
                .contains("waits for an int[]: a monitor of the code, or the JVM's lock of a class");
        StringWriter out = new StringWriter();
        assertThat(CliRun.run(
                        out,
                        new StringWriter(),
                        "check",
                        recording(),
                        "--classpath",
                        classes.toString(),
                        "--ignore-class-loading",
                        "--ignore-class-init",
                        "--budget",
                        "pins=0"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("pins: " + waits + " measured, 0 allowed");
    }

    @Test
    void belowANativeFrameItIsTheNativeFrameThatPins() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk.newest");
        Path classes = classes();
        new RecordedCases(folder)
                .record(
                        jdk,
                        PROGRAM,
                        Map.of("a", classes),
                        "-Djdk.reflect.useNativeAccessorOnly=true",
                        "-Dknown.below.native=true");

        for (List<String> with : List.of(List.<String>of(), List.of("--classpath", classes.toString()))) {
            String report = report(with.toArray(new String[0]));

            assertThat(report)
                    .contains("native reflection", "The monitor is of class int[]; its waits were ended by ")
                    .doesNotContain("links a class", "the JVM's own", "critical section", "lock of the class");
        }
    }

    /** The report on pins. */
    private String report(String... options) {
        List<String> words = new ArrayList<>(List.of("pins", recording(), "--format", "json"));
        words.addAll(List.of(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, words.toArray(new String[0])))
                .as(err.toString())
                .isZero();
        return out.toString();
    }

    private String recording() {
        return folder.resolve("cases.jfr").toString();
    }

    /** How many pins there are: each event of a virtual thread, as the JDK's own reader has it. */
    private long waits() throws Exception {
        return RecordingFile.readAllEvents(Path.of(recording())).stream()
                .filter(event -> event.getThread() != null && event.getThread().isVirtual())
                .filter(event -> event.getEventType().getName().startsWith("jdk."))
                .peek(event -> assertThat(monitor(event)).isIn("[I", "[B", "[Ljava.lang.Object;", ""))
                .count();
    }

    private static String monitor(RecordedEvent event) {
        RecordedClass monitor = event.hasField("monitorClass") ? event.getValue("monitorClass") : null;
        return monitor == null ? "" : monitor.getName();
    }

    private static String words(Diagnoser diagnoser, List<PinStack> pins) {
        return pins.stream()
                .map(pin -> diagnoser.of(pin, false))
                .flatMap(diagnosis -> diagnosis.causes().stream())
                .map(cause -> cause.kind().id() + " "
                        + String.valueOf(CodePlace.methodOf(cause.frame())).replaceFirst("known\\.ArrayLocks\\.", "")
                        + " " + cause.lock())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining(", "));
    }
}
