package dev.loomweight.input.text;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps as people paste them are those that the JVM printed. */
class PastedDumpsTest {

    private static final Path FOLDER = Path.of("../src/test/resources/dumps/pasted");
    private static final Instant TIME = Instant.parse("2026-11-27T07:00:25.120Z");

    @TempDir
    private Path folder;

    private static List<String> printed() {
        try {
            return Files.readAllLines(FOLDER.resolve("print.txt"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private RealTexts.Found read(byte[] text) throws IOException {
        Path file = folder.resolve("pasted.txt");
        Files.write(file, text);
        return RealTexts.read(file, Interest.in(DumpedThreads.class));
    }

    private static DumpedThreads only(RealTexts.Found found) {
        assertThat(found.samples()).hasSize(1);
        return (DumpedThreads) found.samples().getFirst();
    }

    private static Arguments form(String name, String text) {
        return arguments(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String each(String end, BiFunction<Integer, String, String> of) {
        return each(printed(), end, of);
    }

    private static String each(List<String> lines, String end, BiFunction<Integer, String, String> of) {
        return IntStream.range(0, lines.size())
                .mapToObj(i -> of.apply(i, lines.get(i)))
                .collect(joining(end));
    }

    /** As kubectl writes it: without the zeros at the end of its fraction. */
    private static String time(int line) {
        return TIME.plusNanos(line * 1_713_000L).toString().replaceAll("0+Z$", "Z");
    }

    private static String json(String member, String text) {
        JsonObject object = new JsonObject();
        object.addProperty("stream", "stdout");
        object.addProperty(member, text);
        return object.toString();
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                form("a level", each("\n", (i, line) -> "[INFO] " + line)),
                form("kubectl logs --timestamps", each("\n", (i, line) -> time(i) + " " + line)),
                form("a container's log (CRI)", each("\n", (i, line) -> time(i) + " stdout F " + line)),
                form("journald", each("\n", (i, line) -> "Nov 27 07:00:" + i % 60 + " shop java[26894]: " + line)),
                form("compose", each("\n", (i, line) -> ("web-1  | " + line).strip())),
                form("Docker's JSON", each("\n", (i, line) -> json("log", line + "\n"))),
                form("a logger's JSON", json("message", "threads:\n" + String.join("\n", printed()))),
                form("colours", each("\n", (i, line) -> "\u001b[32m" + line + "\u001b[0m")),
                form("a quotation", "Hi,\n\n" + each("\n", (i, line) -> ("> " + line).strip()) + "\n\nWhy?\n"),
                form(
                        "a quotation of a log",
                        each("\n", (i, line) -> "> > 07:00:" + i % 60 + "." + i + " WARN  [x] - " + line)),
                form("typographic quotes", each("\n", (i, line) -> typographic(line))),
                form(
                        "HTML",
                        "<pre>"
                                + each(
                                        "<br>\n",
                                        (i, line) -> line.replace("<", "&lt;").replace(">", "&gt;"))),
                form("wide spaces", each("\r\n", (i, line) -> line.replace("\t", "\u00a0\u00a0\u00a0 "))),
                arguments("UTF-16", each("\r\n", (i, line) -> line).getBytes(StandardCharsets.UTF_16)),
                arguments(
                        "UTF-16 LE without a mark",
                        each("\n", (i, line) -> line).getBytes(StandardCharsets.UTF_16LE)),
                arguments(
                        "UTF-16 BE without a mark",
                        each("\n", (i, line) -> line).getBytes(StandardCharsets.UTF_16BE)));
    }

    private static String typographic(String line) {
        int end = line.lastIndexOf('"');
        return line.startsWith("\"") && end > 0
                ? "\u201c" + line.substring(1, end) + "\u201d" + line.substring(end + 1)
                : line;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void whatIsAroundTheLinesIsNoPartOfThem(String name, byte[] text) throws IOException {
        DumpedThreads plain = only(read(String.join("\n", printed()).getBytes(StandardCharsets.UTF_8)));
        RealTexts.Found found = read(text);

        assertThat(plain.threads()).hasSizeGreaterThan(10);
        assertThat(only(found).threads()).as(name).isEqualTo(plain.threads());
        assertThat(only(found).runtime()).isEqualTo(plain.runtime());
        assertThat(found.notes()).isEmpty();
    }

    static Stream<Arguments> formsOfJson() throws IOException {
        return inJson(Files.readAllLines(FOLDER.resolveSibling("25.json")));
    }

    /** Of the actuator's document as it comes, in one line, and as it is printed to be read. */
    static Stream<Arguments> formsOfActuator() throws IOException {
        String text = Files.readString(FOLDER.resolve("actuator.json"));
        String pretty = new GsonBuilder().setPrettyPrinting().create().toJson(JsonParser.parseString(text));
        return inJson(pretty.lines().toList());
    }

    private static Stream<Arguments> inJson(List<String> lines) {
        String log = "starting\n%s\nstopped\n";
        return Stream.of(
                form("a level", log.formatted(each(lines, "\n", (i, line) -> "[INFO] " + line))),
                form("kubectl logs --timestamps", each(lines, "\n", (i, line) -> time(i) + " " + line)),
                form(
                        "journald",
                        each(lines, "\n", (i, line) -> "Nov 27 07:00:" + i % 60 + " shop java[26894]: " + line)),
                form("compose", log.formatted(each(lines, "\n", (i, line) -> ("web-1  | " + line).strip()))),
                form("Docker's JSON", each(lines, "\n", (i, line) -> json("log", line + "\n"))),
                form("a logger's JSON", json("message", "threads:\n" + String.join("\n", lines))),
                form("a quotation", "Hi,\n\n" + each(lines, "\n", (i, line) -> ("> " + line).strip()) + "\n\nWhy?\n"),
                form("one line", "07:00:01 INFO " + String.join("", lines).replaceAll("\\s+", " ")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formsOfJson")
    void whatIsAroundTheLinesOfJsonIsNoPartOfThem(String name, byte[] text) throws IOException {
        DumpedThreads plain = only(read(Files.readAllBytes(FOLDER.resolveSibling("25.json"))));
        RealTexts.Found found = read(text);

        assertThat(plain.threads()).hasSizeGreaterThan(10);
        assertThat(only(found)).as(name).isEqualTo(plain);
        assertThat(found.notes()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formsOfActuator")
    void whatIsAroundTheActuatorsLinesIsNoPartOfThem(String name, byte[] text) throws IOException {
        DumpedThreads plain = only(read(Files.readAllBytes(FOLDER.resolve("actuator.json"))));
        RealTexts.Found found = read(text);

        assertThat(plain.threads()).hasSizeGreaterThan(10);
        assertThat(only(found)).as(name).isEqualTo(plain);
        assertThat(found.notes()).isEmpty();
    }

    /** Two dumps in one log, the first with lines of other threads between its own. */
    @Test
    void linesOfTheLogBetweenThoseOfADumpAreLeftOut() throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolveSibling("25.json"));
        DumpedThreads plain = only(read(Files.readAllBytes(FOLDER.resolveSibling("25.json"))));
        String text = each(lines, "\n", (i, line) -> "[INFO] " + line + (i % 50 == 7 ? "\nDEBUG served in 3 ms {" : ""))
                + "\n"
                + each(lines, "\n", (i, line) -> "[INFO] " + line);
        RealTexts.Found found = read(text.getBytes(StandardCharsets.UTF_8));

        assertThat(found.samples()).hasSize(2).allMatch(plain::equals);
        assertThat(found.notes()).isEmpty();
    }

    /** What all of the tools print of an application's thread. */
    private record Standing(
            String name,
            @Nullable String state,
            List<String> frames,
            @Nullable String entering,
            @Nullable String waiting,
            @Nullable String parked,
            List<String> monitors) {

        private static final int FRAMES_OF_THREAD_INFO = 8;

        static Standing of(DumpedThread thread) {
            return new Standing(
                    thread.name(),
                    thread.state(),
                    thread.frames().stream()
                            .limit(FRAMES_OF_THREAD_INFO)
                            .map(frame -> frame.className().replaceAll("/0x.*", "")
                                    + "." + frame.methodName()
                                    + ":" + frame.line())
                            .toList(),
                    type(thread.locks().blockedOn()),
                    type(thread.locks().waitingOn()),
                    type(thread.locks().parkBlocker()),
                    thread.locks().monitors().stream()
                            .map(held -> held.depth() + " " + held.monitor().className())
                            .toList());
        }

        private static @Nullable String type(@Nullable Lock lock) {
            return lock == null ? null : lock.className();
        }
    }

    private static List<Standing> standing(DumpedThreads dump) {
        return dump.threads().stream()
                .filter(thread -> thread.name().matches("lock.*|monitor-.*|waiter"))
                .map(Standing::of)
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jhsdb.txt", "thread-info.txt", "actuator.txt", "actuator.json"})
    void otherToolsPrintTheSameThreads(String file) throws IOException {
        List<Standing> wanted = standing(only(read(Files.readAllBytes(FOLDER.resolve("print.txt")))));
        DumpedThreads found = only(read(Files.readAllBytes(FOLDER.resolve(file))));

        assertThat(wanted).hasSize(5);
        assertThat(standing(found)).isEqualTo(wanted);
        for (DumpedThread thread : found.threads()) {
            Lock parked = thread.locks().parkBlocker();
            if (parked != null && thread.name().startsWith("lock")) {
                // By the owner's number, by the locks that are owned, or by the JVM's list of deadlocks.
                DumpedThread owner = found.threads().stream()
                        .filter(other -> other.locks().synchronizers().contains(parked)
                                || (thread.locks().parkBlockerOwner() != 0
                                        && other.id() == thread.locks().parkBlockerOwner()))
                        .findFirst()
                        .orElseThrow();
                assertThat(owner.name()).startsWith("lock").isNotEqualTo(thread.name());
            }
        }
    }

    /** Some threads that were cut out of a dump: they say so themselves. */
    @ParameterizedTest
    @ValueSource(strings = {"", "12:00:01 WARN "})
    void threadsWithoutTheirFirstLineAreADump(String prefix) throws IOException {
        List<String> lines = printed();
        int from = first(lines, "\"monitor-one\"");
        int to = first(lines, "\"waiter\"");
        String text =
                lines.subList(from, to).stream().map(line -> prefix + line).collect(joining("\n"));
        RealTexts.Found found = read(text.getBytes(StandardCharsets.UTF_8));

        assertThat(only(found).threads()).extracting(DumpedThread::name).containsExactly("monitor-one", "monitor-two");
        assertThat(found.notes())
                .containsExactly(
                        "incomplete: a thread dump has no first lines: it may be a part, and threads be missing");
    }

    private static int first(List<String> lines, String begin) {
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith(begin))
                .findFirst()
                .orElseThrow();
    }

    /** Names come from the program that was dumped. */
    @Test
    void aThreadThatIsCalledAsADumpBeginsIsAThread() throws IOException {
        String text = String.join("\n", printed());
        DumpedThreads plain = only(read(text.getBytes(StandardCharsets.UTF_8)));
        RealTexts.Found found =
                read(text.replace("\"waiter\"", "\"Full thread dump waiter\"").getBytes(StandardCharsets.UTF_8));

        assertThat(only(found).threads()).hasSameSizeAs(plain.threads());
        assertThat(only(found).threads()).extracting(DumpedThread::name).contains("Full thread dump waiter");
        assertThat(found.notes()).isEmpty();
    }

    @Test
    void aDumpThatIsCutOffSaysSo() throws IOException {
        List<String> lines = printed();
        String text = String.join("\n", lines.subList(0, first(lines, "\"waiter\"") + 2));
        RealTexts.Found found = read(text.getBytes(StandardCharsets.UTF_8));
        byte[] json = Files.readAllBytes(FOLDER.resolve("actuator.json"));
        RealTexts.Found ofJson = read(Arrays.copyOf(json, json.length / 2));

        assertThat(found.notes()).anyMatch(note -> note.startsWith("incomplete: a thread dump is cut off after "));
        assertThat(ofJson.notes()).anyMatch(note -> note.startsWith("incomplete: a thread dump is cut off after "));
    }

    /** Each of two dumps of {@code ThreadInfo}, which have no first line: a thread that comes again is of the next. */
    @Test
    void aThreadThatComesAgainIsOfTheNextDump() throws IOException {
        String text = Files.readString(FOLDER.resolve("thread-info.txt"));
        RealTexts.Found found = read((text + text).getBytes(StandardCharsets.UTF_8));
        List<DumpedThreads> dumps = new ArrayList<>();
        found.samples().forEach(sample -> dumps.add((DumpedThreads) sample));

        assertThat(dumps).hasSize(2);
        assertThat(dumps.get(0).threads()).isEqualTo(dumps.get(1).threads());
        assertThat(found.notes())
                .containsExactly(
                        "ThreadInfo.toString prints the first frames of a stack alone: what called them is not in it");
    }

    @Test
    void aJavacoreSaysWhatItIs() throws IOException {
        String text = "NULL           ----------------------------\n0SECTION       TITLE subcomponent dump routine\n";
        Path file = folder.resolve("javacore.txt");
        Files.writeString(file, text);

        assertThatThrownBy(() -> RealTexts.read(file, Interest.in(DumpedThreads.class)))
                .hasMessageContaining("javacore of OpenJ9");
    }

    /** Its heads as the source of Substrate VM prints them, before and after it called the address otherwise. */
    @ParameterizedTest
    @ValueSource(strings = {"tid=0x00007f2a", "thread=0x00007f2a"})
    void aDumpOfANativeImageSaysWhatItIs(String address) throws IOException {
        String text = """
                10:00:00 INFO started
                Full thread dump:

                "main" #1 %1$s4c000b80 state=TIMED_WAITING
                    SP 0x00007ffd3a1c0b10 IP 0x0000000000a1b2c3 size=48    com.acme.Server.main(Server.java:21)

                "executor-thread-1" #24 daemon %1$s38000b80 state=WAITING
                    SP 0x00007f2a30ffeb10 IP 0x0000000000a1b2f3 size=32    com.acme.Server.serve(Server.java:42)
                """.formatted(address);
        Path file = Files.writeString(folder.resolve("native.txt"), text);

        assertThatThrownBy(() -> RealTexts.read(file, Interest.in(DumpedThreads.class)))
                .hasMessageContaining("thread dump of a native image");
    }
}
