package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.Tools;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table of parts of an application that nobody here wrote for it, on every JDK, compared with the kernel's page map over
 * the regions of NMT, which this test counts by itself.
 */
@Tag("oracles")
class PartsOfRealJvmsTest {

    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;

    /** Pages that come and go while the two are read. */
    private static final long DRIFT = 512 * KB;

    private static final List<String> HIDDEN =
            List.of("thread stacks", "metaspace and class space", "code cache", "GC structures");

    private static final Pattern REGION =
            Pattern.compile("(?m)^\\[0x([0-9a-f]+) - 0x([0-9a-f]+)\\] reserved .*? for (.*?)(?: from)?\\s*$");

    private static final String SOURCE = """
            import java.lang.reflect.Field;
            import java.nio.ByteBuffer;
            import java.util.ArrayList;
            import java.util.List;
            import java.util.zip.Deflater;

            class Mixed {
                static final List<Object> KEPT = new ArrayList<>();

                public static void main(String[] arguments) throws Exception {
                    if (arguments[0].equals("untouched")) {
                        Class<?> type = Class.forName("sun.misc.Unsafe");
                        Field field = type.getDeclaredField("theUnsafe");
                        field.setAccessible(true);
                        type.getMethod("allocateMemory", long.class).invoke(field.get(null), 300L << 20);
                    } else {
                        // Blocks with mappings of their own, which the kernel may join with the JVM's.
                        for (int i = 0; i < 20; i++) {
                            KEPT.add(ByteBuffer.allocateDirect(2 << 20));
                        }
                        for (int i = 0; i < 100; i++) {
                            Deflater deflater = new Deflater();
                            deflater.setInput(new byte[20_000]);
                            deflater.deflate(new byte[30_000]);
                            KEPT.add(deflater);
                        }
                    }
                    for (int i = 0; i < 20; i++) {
                        Thread thread = new Thread(() -> {
                            try {
                                Thread.sleep(Long.MAX_VALUE);
                            } catch (InterruptedException e) {
                                return;
                            }
                        });
                        thread.setDaemon(true);
                        thread.start();
                    }
                    System.out.println("READY");
                    System.in.read();
                }
            }
            """;

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Path source = classes.resolve("Mixed.java");
        Files.writeString(source, SOURCE);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "11",
                        "-Xlint:-options",
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(compiled).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest"})
    void everyRowIsWhatTheKernelHasResident(String jdk) throws Exception {
        Process target = start(jdk, "touched", "-XX:NativeMemoryTracking=detail");
        try {
            Path earlier = folder.resolve("earlier.lw");
            LiveSnapshot.take(target.pid(), earlier);
            Truth before = Truth.of(Files.readString(snapshot(earlier).resolve("nmt.txt")), target.pid());
            Path capture = folder.resolve("capture.lw");
            LiveSnapshot.take(target.pid(), capture);
            Path snapshot = snapshot(capture);
            String nmt = Files.readString(snapshot.resolve("nmt.txt"));
            Truth truth = Truth.of(nmt, target.pid()).and(before);

            Report report = ask(capture);
            Table memory = MemoryTables.of(report, "memory1");
            MemoryTables.addsUp(memory);
            everyShareIsOfTheWhole(memory);
            truth.least()
                    .forEach((row, bytes) -> assertThat(MemoryTables.resident(memory, row))
                            .as("%s on %s", row, jdk)
                            .isBetween(bytes - DRIFT, truth.most(row) + DRIFT));
            assertThat(truth.least().keySet())
                    .contains("Java heap", "thread stacks", "metaspace and class space", "code cache", "GC structures");
            assertThat(MemoryTables.resident(memory, "thread stacks")).isPositive();
            assertThat(findings(report)).doesNotContain("unexplainedMemory");

            withoutPagesNothingIsBookedThatIsNotThere(capture, snapshot, truth);
            withoutAddressesThePartsAreOne(capture, snapshot, nmt, truth);
        } finally {
            end(target);
        }
    }

    /** From the addresses alone: what is booked is there, and what is there is booked or joined. */
    private static void withoutPagesNothingIsBookedThatIsNotThere(Path capture, Path snapshot, Truth truth)
            throws IOException {
        Files.delete(snapshot.resolve("pages.txt"));
        Table memory = MemoryTables.of(ask(capture), "memory1");
        MemoryTables.addsUp(memory);
        long joined = joined(memory);
        truth.least()
                .forEach((row, bytes) -> assertThat(MemoryTables.resident(memory, row))
                        .as("%s, with %s joined", row, joined)
                        .isBetween(bytes - joined - DRIFT, truth.most(row) + DRIFT));
    }

    /** As a JDK without System.map gives it with NMT in summary. */
    private static void withoutAddressesThePartsAreOne(Path capture, Path snapshot, String nmt, Truth truth)
            throws IOException {
        Files.deleteIfExists(snapshot.resolve("system_map.txt"));
        Files.writeString(snapshot.resolve("nmt.txt"), nmt.substring(0, nmt.indexOf("Virtual memory map:")));
        Report report = ask(capture);
        Table memory = MemoryTables.of(report, "memory1");
        MemoryTables.addsUp(memory);
        everyShareIsOfTheWhole(memory);
        for (String row : HIDDEN) {
            // Of stacks and metaspace, what is committed tells it.
            assertThat(cell(memory, row) instanceof Cell.Bytes bytes ? bytes.value() : 0)
                    .as(row)
                    .isLessThan(truth.most(row) + 2 * MB);
        }
        long hidden = HIDDEN.stream()
                .filter(row -> cell(memory, row) instanceof Cell.Absent)
                .mapToLong(truth.least()::get)
                .sum();
        Row undivided = memory.rows().stream()
                .filter(row ->
                        words(row).endsWith("(not divided)") && words(row).contains("code, GC"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(memory.rows().toString()));
        assertThat(((Cell.Bytes) undivided.cells().get(4)).value()).isGreaterThan(hidden - 2 * MB);
    }

    @Test
    void untouchedMemoryIsNotResident() throws Exception {
        Process target = start("loomweight.jdk21", "untouched", "-XX:NativeMemoryTracking=detail");
        try {
            Report report = ask(Path.of(Long.toString(target.pid())));
            Table memory = MemoryTables.of(report, "memory1");
            MemoryTables.addsUp(memory);
            everyShareIsOfTheWhole(memory);
            Row direct = row(memory, "direct buffers and Unsafe");
            assertThat(((Cell.Bytes) direct.cells().get(2)).value()).isGreaterThanOrEqualTo(300 * MB);
            assertThat(direct.cells().get(4) instanceof Cell.Bytes bytes ? bytes.value() : 0)
                    .isLessThan(30 * MB);
            assertThat(report.sections().stream().flatMap(section -> section.findings().stream()))
                    .filteredOn(finding -> finding.id().equals("directMemory"))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.summary())
                            .startsWith("300 MB of direct buffers or other memory from Unsafe are allocated; at most"));
        } finally {
            end(target);
        }
    }

    @Test
    void withNmtOffAnOldJdkHasOneLineAndNoAlarm() throws Exception {
        Process target = start("loomweight.jdk17", "touched", "-Xmx64m");
        try {
            Question.Answer answer = Question.MEMORY.ask(InputOptions.of(Path.of(Long.toString(target.pid()))));

            assertThat(answer.problems()).isEmpty();
            Table memory = MemoryTables.of(answer.report(), "memory1");
            MemoryTables.addsUp(memory);
            assertThat(memory.rows())
                    .extracting(PartsOfRealJvmsTest::words)
                    .contains("malloc (JVM and native code), stacks, metaspace, code, GC (not divided; NMT is off)")
                    .doesNotContain("unaccounted for", "thread stacks", "malloc of native code, not in NMT");
            assertThat(findings(answer.report())).containsExactly("nmtAnswer");
        } finally {
            end(target);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"libjemalloc.so.2", "libmimalloc.so.2.0", "libtcmalloc_minimal.so.4"})
    void anotherMallocIsNamed(String library) throws Exception {
        Path path = Tools.requireLibrary(library);
        Process target = start("loomweight.jdk21", "touched", "-XX:NativeMemoryTracking=summary", path.toString());
        try {
            Report report = ask(Path.of(Long.toString(target.pid())));
            Table memory = MemoryTables.of(report, "memory1");
            MemoryTables.addsUp(memory);
            String name = path.toRealPath().getFileName().toString();
            assertThat(MemoryTables.resident(memory, name + ": native code, freed"))
                    .isGreaterThan(4 * MB);
            assertThat(findings(report)).doesNotContain("unexplainedMemory", "nativeMalloc");
        } finally {
            end(target);
        }
    }

    private static Report ask(Path path) {
        return Question.MEMORY.ask(InputOptions.of(path)).report();
    }

    private static List<String> findings(Report report) {
        return report.sections().stream()
                .map(Section::findings)
                .flatMap(List::stream)
                .map(Finding::id)
                .filter(id -> id.equals("nmtAnswer")
                        || id.equals("unexplainedMemory")
                        || id.equals("nativeMalloc")
                        || id.equals("mallocRetained"))
                .toList();
    }

    private static void everyShareIsOfTheWhole(Table memory) {
        double sum = memory.rows().stream()
                .filter(row -> row.role() == Role.PLAIN)
                .map(row -> row.cells().get(5))
                .mapToDouble(cell -> cell instanceof Cell.Ratio ratio ? ratio.value() : 0)
                .peek(share -> assertThat(share).isBetween(0.0, 1.0))
                .sum();
        assertThat(sum).isLessThan(1.000001);
    }

    private static String words(Row row) {
        return ((Cell.Text) row.cells().get(0)).value();
    }

    private static Row row(Table memory, String part) {
        return memory.rows().stream()
                .filter(row -> words(row).equals(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + part));
    }

    private static Cell cell(Table memory, String part) {
        return row(memory, part).cells().get(4);
    }

    private static long joined(Table memory) {
        return memory.rows().stream()
                .filter(row -> words(row).startsWith("joined by the kernel"))
                .mapToLong(row -> ((Cell.Bytes) row.cells().get(4)).value())
                .sum();
    }

    private static Path snapshot(Path capture) throws IOException {
        try (Stream<Path> files = Files.walk(capture)) {
            return files.filter(file -> file.endsWith("nmt.txt"))
                    .findFirst()
                    .map(Path::getParent)
                    .orElseThrow();
        }
    }

    /**
     * The resident pages of NMT's regions by the row that they belong to, without the tool's parsers, at one moment or two.
     */
    private record Truth(Map<String, Long> least, Map<String, Long> most) {

        static Truth of(String nmt, long pid) throws IOException {
            Map<String, Long> bytes = new TreeMap<>();
            try (RandomAccessFile pages = new RandomAccessFile("/proc/" + pid + "/pagemap", "r")) {
                Matcher region = REGION.matcher(nmt);
                while (region.find()) {
                    long from = Long.parseLong(region.group(1), 16);
                    long to = Long.parseLong(region.group(2), 16);
                    bytes.merge(rowOf(region.group(3)), present(pages, from, to), Long::sum);
                }
            }
            return new Truth(bytes, bytes);
        }

        Truth and(Truth other) {
            Map<String, Long> low = new TreeMap<>(least);
            Map<String, Long> high = new TreeMap<>(most);
            other.least.forEach((row, bytes) -> low.merge(row, bytes, Math::min));
            other.most.forEach((row, bytes) -> high.merge(row, bytes, Math::max));
            return new Truth(low, high);
        }

        long most(String row) {
            return most.getOrDefault(row, 0L);
        }
    }

    private static String rowOf(String category) {
        return switch (category) {
            case "Java Heap" -> "Java heap";
            case "Thread Stack" -> "thread stacks";
            case "Class", "Metaspace" -> "metaspace and class space";
            case "Shared class space" -> "shared class archive (CDS)";
            case "Code" -> "code cache";
            case "GC" -> "GC structures";
            default -> "other mappings of the JVM";
        };
    }

    private static long present(RandomAccessFile pages, long from, long to) throws IOException {
        byte[] entries = new byte[(int) ((to - from) / 4096 * 8)];
        pages.seek(from / 4096 * 8);
        pages.readFully(entries);
        ByteBuffer each = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder());
        long bytes = 0;
        while (each.hasRemaining()) {
            bytes += each.getLong() < 0 ? 4096 : 0;
        }
        return bytes;
    }

    private static Process start(String jdk, String what, String... options) throws IOException {
        Function<String, Boolean> isLibrary = option -> option.startsWith("/");
        ProcessBuilder builder = new ProcessBuilder(Stream.of(
                        Stream.of(Jdks.home(jdk).resolve("bin/java").toString()),
                        Stream.of(options).filter(option -> !isLibrary.apply(option)),
                        Stream.of("-Xmx96m", "-cp", classes.toString(), "Mixed", what))
                .flatMap(part -> part)
                .toList());
        Stream.of(options)
                .filter(isLibrary::apply)
                .forEach(library -> builder.environment().put("LD_PRELOAD", library));
        Process process = builder.redirectErrorStream(true).start();
        assertThat(process.inputReader().readLine()).isEqualTo("READY");
        return process;
    }

    private static void end(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
