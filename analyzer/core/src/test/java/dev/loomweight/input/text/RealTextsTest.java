package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every text of a real JVM holds what {@code expected.tsv} says of it. */
class RealTextsTest {

    @TempDir
    private Path folder;

    static List<String> names() {
        return RealTexts.names();
    }

    @Test
    void everyFileHasAnExpectationAndEveryExpectationAFile() {
        assertThat(RealTexts.names())
                .hasSize(131)
                .containsExactlyElementsOf(expectations().keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void holdsWhatIsExpected(String name) throws IOException {
        Expectation expected = Objects.requireNonNull(expectations().get(name), name + " in expected.tsv");
        Path file = Files.writeString(folder.resolve("text.txt"), RealTexts.text(name));
        if (expected.kind().equals("error")) {
            assertThatThrownBy(() -> RealTexts.read(file, RealTexts.ALL))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining(expected.figures());
            return;
        }
        RealTexts.Found found = RealTexts.read(file, RealTexts.ALL);
        assertThat(found.notes()).noneMatch(note -> note.contains("unknown") || note.contains("does not add up"));
        if (expected.kind().equals("unknown-command")) {
            assertThat(found.samples()).isEmpty();
            assertThat(found.notes()).containsExactly("the JVM does not have this diagnostic command");
            return;
        }
        assertThat(found.samples()).hasSize(1);
        assertThat(describe(found.samples().get(0), expected)).isEqualTo(expected.figures());
    }

    private static String describe(Sample sample, Expectation expected) {
        return switch (sample) {
            case NmtReport report -> expected.of("report", report(report));
            case NmtMessage message -> expected.of("message", "pid=" + message.pid() + " kind=" + message.kind());
            case NmtStatistics statistics ->
                expected.of(
                        "statistics",
                        "pid=" + statistics.pid() + " lines="
                                + statistics.lines().size());
            case ClassHistogram histogram -> expected.of("histogram", histogram(histogram));
            case ProcStatus status ->
                expected.of(
                        "status",
                        "pid=" + status.pid() + " threads=" + status.threads() + " resident=" + status.residentBytes()
                                + " fields=" + status.bytes().size());
            case SmapsRollup rollup ->
                expected.of(
                        "rollup",
                        "resident=" + rollup.residentBytes() + " fields="
                                + rollup.bytes().size());
            case SystemMap map -> expected.of("map", map(map));
            case Scheduler scheduler ->
                expected.of(
                        "scheduler",
                        "parallelism=" + scheduler.parallelism() + " carriers=" + scheduler.carriers() + " active="
                                + scheduler.active() + " queued=" + scheduler.queued());
            case ThreadDump dump -> expected.of("dump", dump(dump));
            case HeapInfo heap ->
                expected.of(
                        "heap",
                        "reserved=" + heap.reservedBytes() + " committed=" + heap.committedBytes() + " used="
                                + heap.usedBytes() + " from=" + heap.from() + " to=" + heap.to());
            case NativeHeap heap ->
                expected.of(
                        "native-heap",
                        "arenas=" + heap.arenas() + " arenaBytes=" + heap.arenaBytes() + " free=" + heap.freeBytes()
                                + " mapped=" + heap.mappedBytes() + " blocks=" + heap.mappedBlocks());
            default -> throw new AssertionError("no text makes a " + sample.getClass());
        };
    }

    private static String dump(ThreadDump dump) {
        long threads = 0;
        long virtual = 0;
        long frames = 0;
        for (ThreadDump.Stack stack : dump.stacks()) {
            threads += stack.count();
            virtual += stack.virtual() ? stack.count() : 0;
            frames += stack.count() * stack.frames().size();
        }
        return "threads=" + threads + " virtual=" + virtual + " frames=" + frames;
    }

    private static String report(NmtReport report) {
        NmtFigures figures = new NmtFigures(report);
        return new StringJoiner(" ")
                .add("pid=" + report.pid())
                .add("scale=" + report.scale())
                .add("diff=" + report.diff())
                .add("categories=" + report.categories().size())
                .add("reserved=" + report.total().reserved().bytes())
                .add("committed=" + report.total().committed().bytes())
                .add("reservedChange=" + report.total().reserved().deltaBytes())
                .add("committedChange=" + report.total().committed().deltaBytes())
                .add("malloc=" + figures.mallocBytes())
                .add("threads=" + figures.threads())
                .add("regions=" + report.regions().size())
                .add("threadStacks=" + figures.threadStacks())
                .add("guards=" + figures.guards())
                .add("parts=" + figures.parts())
                .add("files=" + report.files().size())
                .add("frames=" + figures.frames())
                .add("sites=" + report.sites().size())
                .add("siteBytes=" + figures.siteBytes())
                .toString();
    }

    private static String histogram(ClassHistogram histogram) {
        long chunks = histogram.lines().stream()
                .filter(line -> line.className().equals("jdk.internal.vm.StackChunk"))
                .mapToLong(ClassHistogram.Line::instances)
                .sum();
        return "classes=" + histogram.lines().size() + " instances=" + histogram.totalInstances() + " bytes="
                + histogram.totalBytes() + " chunks=" + chunks;
    }

    private static String map(SystemMap map) {
        List<SystemMap.Mapping> mappings = map.mappings();
        long sleepers = mappings.stream()
                .filter(mapping -> mapping.threadName().startsWith("sleeper-"))
                .map(SystemMap.Mapping::info)
                .distinct()
                .count();
        return "mappings=" + mappings.size() + " size="
                + mappings.stream().mapToLong(SystemMap.Mapping::sizeBytes).sum() + " resident="
                + mappings.stream().mapToLong(SystemMap.Mapping::residentBytes).sum() + " sleepers=" + sleepers;
    }

    /** What a file must hold: the kind of sample, and its figures as {@code name=value name=value}. */
    private record Expectation(String kind, String figures) {

        String of(String found, String description) {
            assertThat(found).isEqualTo(kind);
            return description;
        }
    }

    private static Map<String, Expectation> expectations() {
        Map<String, Expectation> expectations = new LinkedHashMap<>();
        RealTexts.text("expected.tsv")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .forEach(parts ->
                        expectations.put(parts[0], new Expectation(parts[1], parts.length > 2 ? parts[2] : "")));
        return expectations;
    }
}
