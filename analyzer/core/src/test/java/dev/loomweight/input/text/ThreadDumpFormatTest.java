package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The form of dumps that has a {@code formatVersion}: it was made by hand from the sources of the JDK, since no runtime that
 * writes it was at hand.
 */
class ThreadDumpFormatTest {

    private static final String NUMBERS = "\"(processId|tid|owner|carrier|threadCount)\": \"(\\d+)\"";

    private static String dumpOf25(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                ThreadDumpFormatTest.class.getResourceAsStream("/dumps/threads/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String ofFormat(int version, String text) {
        return text.replaceAll(NUMBERS, "\"$1\": $2")
                .replaceFirst("\"threadDump\": \\{", "\"threadDump\": {\n    \"formatVersion\": " + version + ",");
    }

    private static TextRead read(String text) {
        return ThreadDumpJson.read(new LineCursor(new StringReader(text), "dump"), Interest.in(DumpedThreads.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang-25.json", "mounted-25.json"})
    void numbersSayWhatTextsSaid(String name) throws IOException {
        String text = dumpOf25(name);
        String other = ofFormat(2, text);

        assertThat(other).isNotEqualTo(text).contains("\"tid\": 3").contains("\"formatVersion\": 2");
        assertThat(read(other).samples()).isEqualTo(read(text).samples());
        assertThat(read(other).notes()).isEmpty();
    }

    @Test
    void ofANewerFormatSomethingMayBeMissing() throws IOException {
        String text = dumpOf25("hang-25.json");

        assertThat(read(ofFormat(3, text)).samples()).isEqualTo(read(text).samples());
        assertThat(read(ofFormat(3, text)).notes())
                .containsExactly(
                        "the thread dump has format version 3, and this Loomweight knows 2: what is new in it is"
                                + " not read");
    }

    /** A lock that the compiler has eliminated has no identity. */
    @Test
    void eliminatedLocksAndOwnersOfBlockers() {
        String text = """
                {"threadDump": {"formatVersion": 2, "processId": 7, "runtimeVersion": "27+20", "threadContainers": [
                  {"container": "<root>", "parent": null, "owner": null, "threadCount": 1, "threads": [
                    {"tid": 31, "name": "waiter", "state": "WAITING", "virtual": true,
                     "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@1b", "owner": 29},
                     "stack": ["java.base/java.lang.VirtualThread.park(VirtualThread.java:1)", "com.acme.Shop.order(Shop.java:9)"],
                     "monitorsOwned": [{"depth": 1, "locks": [null, "java.lang.Object@2c"]}]}]}]}}
                """;

        DumpedThread waiter =
                ((DumpedThreads) read(text).samples().getFirst()).threads().getFirst();

        assertThat(waiter.locks().parkBlockerOwner()).isEqualTo(29);
        assertThat(waiter.isVirtual()).isTrue();
        assertThat(waiter.locks().monitors()).isEqualTo(List.of(new Held(1, new Lock("java.lang.Object", "2c"))));
    }
}
