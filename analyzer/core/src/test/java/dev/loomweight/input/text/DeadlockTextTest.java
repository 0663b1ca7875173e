package dev.loomweight.input.text;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.Dress;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The JVM's own list of deadlocks, in texts of real JVMs that were taken with {@code -l}: what is read of the list alone is
 * what the JVM says of the same locks among the ownable synchronizers.
 */
class DeadlockTextTest {

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                DeadlockTextTest.class.getResourceAsStream("/dumps/threads/" + name + "-print.txt"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static TextRead read(String text) {
        return TextFormat.THREAD_PRINT.read(
                new LineCursor(new StringReader(text), "dump"), Interest.in(DumpedThreads.class));
    }

    private static String undressed(String text) {
        Dress dress = Dress.of(new LineCursor(new StringReader(text), "page"), TextFormat::isSignOfAny);
        LineCursor lines = dress.off(new LineCursor(new StringReader(text), "page"));
        return Stream.generate(lines::next).takeWhile(Objects::nonNull).collect(joining("\n"));
    }

    private static List<DumpedThread> threads(String text) {
        TextRead read = read(text);
        assertThat(read.notes()).isEmpty();
        assertThat(read.samples()).hasSize(1);
        return ((DumpedThreads) read.samples().getFirst()).threads();
    }

    private static List<DumpedThread> named(List<DumpedThread> threads, String name) {
        return threads.stream().filter(thread -> thread.name().equals(name)).toList();
    }

    private static DumpedThread only(List<DumpedThread> threads, String name) {
        List<DumpedThread> named = named(threads, name);
        assertThat(named).as(name).hasSize(1);
        return named.getFirst();
    }

    /** The same as without {@code -l}. */
    private static String withoutOwned(String text) {
        return text.replaceAll("(?m)^   Locked ownable synchronizers:\n(\t- .*\n)+", "");
    }

    private static String withoutList(String text) {
        return text.substring(0, text.indexOf("Found one Java-level deadlock"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadlocks-11", "deadlocks-25"})
    void theListHasTheOwnersThatTheOwnableSynchronizersHave(String name) throws IOException {
        String text = text(name);
        List<DumpedThread> owned = threads(withoutList(text));
        String plain = withoutOwned(text);

        assertThat(plain).doesNotContain("Locked ownable");
        assertThat(owned.stream().flatMap(thread -> thread.locks().synchronizers().stream()))
                .hasSize(6);
        assertThat(threads(withoutList(plain)))
                .allSatisfy(thread -> assertThat(thread.locks().synchronizers()).isEmpty());
        assertThat(threads(plain)).isEqualTo(owned);
        assertThat(threads(text)).as("both").isEqualTo(owned);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadlocks-11", "deadlocks-25"})
    void anotherTextOfTheSame(String name) throws IOException {
        String text = withoutOwned(text(name));
        List<DumpedThread> expected = threads(text);
        UnaryOperator<String> escaped =
                plain -> plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

        assertThat(threads(undressed(escaped.apply(text)))).as("html").isEqualTo(expected);
        assertThat(threads(undressed(escaped.apply(text).replace("\"", "&quot;"))))
                .as("html with quotes")
                .isEqualTo(expected);
        assertThat(threads(text.replace(",\n  which is held by", ", which is held by")))
                .as("on one line")
                .isEqualTo(expected);
        assertThat(threads(text.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(threads(text.replaceAll("(?m)^(JNI global refs.*\n)(?s)(.*)$", "$2\n$1")))
                .as("in another order")
                .isEqualTo(expected);
        assertThat(read(text + text).samples()).hasSize(2);
    }

    /** The list is made after the dump: a collection in between gives every lock another address. */
    @ParameterizedTest
    @ValueSource(strings = {"deadlocks-11", "deadlocks-25"})
    void afterACollectionTheListHasOtherAddresses(String name) throws IOException {
        String text = withoutOwned(text(name));
        int list = text.indexOf("Found one Java-level deadlock");
        String moved = text.substring(0, list) + text.substring(list).replace("0x000000069e", "0x000000055a");

        TextRead read = read(moved);
        List<DumpedThread> threads = ((DumpedThreads) read.samples().getFirst()).threads();
        for (String unique : List.of("a \"quoted\" one", "b (second) #12 prio=5", "c <third> & last")) {
            assertThat(only(threads, unique)).isEqualTo(only(threads(text), unique));
        }
        // Of two circles of threads that are called the same at the same place, nothing shows which is which.
        assertThat(named(threads, "writer"))
                .allSatisfy(thread -> assertThat(thread.locks().synchronizers()).isEmpty());
        assertThat(read.notes())
                .hasSize(2)
                .anyMatch(note -> note.contains("\"writer\""))
                .anyMatch(note -> note.contains("\"flusher\""));
    }

    /** Owners are what is read before the cut; what is cut off is said. */
    @ParameterizedTest
    @ValueSource(strings = {"deadlocks-11", "deadlocks-25"})
    void aListThatIsCutOff(String name) throws IOException {
        String text = withoutOwned(text(name));
        List<DumpedThread> expected = threads(text);
        int before = 0;
        for (int end = text.indexOf("Found one"); end < text.indexOf("\nFound 3 deadlocks"); end += 11) {
            TextRead read = read(text.substring(0, end));
            List<DumpedThread> cut = ((DumpedThreads) read.samples().getFirst()).threads();
            int owned = 0;
            for (int i = 0; i < cut.size(); i++) {
                assertThat(expected.get(i).locks().synchronizers())
                        .containsAll(cut.get(i).locks().synchronizers());
                owned += cut.get(i).locks().synchronizers().size();
            }
            assertThat(owned).as("cut at %d", end).isGreaterThanOrEqualTo(before);
            if (text.substring(0, end).contains("deadlock:")) {
                assertThat(read.notes()).containsExactly("incomplete: the JVM's list of deadlocks is cut off");
            }
            before = owned;
        }
        assertThat(before).isEqualTo(6);
    }

    /** Of threads that are alike in name, lock and place it is not known which one the JVM means. */
    @Test
    void threadsThatAreAlike() throws IOException {
        TextRead read = read(text("alike-25"));
        List<DumpedThread> threads = ((DumpedThreads) read.samples().getFirst()).threads();

        assertThat(read.notes())
                .containsExactly(
                        "several threads are called \"worker\", and wait for one lock at one place: the JVM says"
                                + " that one of them is in a deadlock, and not which");
        assertThat(named(threads, "worker"))
                .hasSize(3)
                .filteredOn(thread -> !thread.locks().synchronizers().isEmpty())
                .hasSize(1);
        assertThat(only(threads, "other").locks().synchronizers())
                .containsExactly(Objects.requireNonNull(
                        named(threads, "worker").getFirst().locks().parkBlocker()));
    }

    /** Native code enters monitors by JNI, and then no frame of the dump has them. */
    @Test
    void monitorsOfNativeCode() {
        String text = """
                Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode):

                "one" #20 prio=5 os_prio=0 cpu=1.00ms elapsed=2.00s tid=0x01 nid=1 waiting for monitor entry  [0x02]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat com.acme.Native.enter(Native Method)

                "two" #21 prio=5 os_prio=0 cpu=1.00ms elapsed=2.00s tid=0x01 nid=1 waiting for monitor entry  [0x02]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat com.acme.Shop.order(Shop.java:7)
                \t- waiting to lock <0x0000000600000010> (a java.lang.Object)

                JNI global refs: 4, weak refs: 0

                Found one Java-level deadlock:
                =============================
                "one":
                  waiting to lock monitor 0x00007f7818001450 (object 0x0000000600000020, a com.acme.Cart),
                  in JNI, which is held by "two"

                "two":
                  waiting to lock monitor 0x00007f7818001460 (object 0x0000000600000010, a java.lang.Object),
                  which is held by "one"

                Java stack information for the threads listed above:
                ===================================================
                "one":
                \tat com.acme.Native.enter(Native Method)
                "two":
                \tat com.acme.Shop.order(Shop.java:7)
                \t- waiting to lock <0x0000000600000010> (a java.lang.Object)

                Found 1 deadlock.
                """;
        List<DumpedThread> threads = threads(text);
        Lock cart = new Lock("com.acme.Cart", "0x0000000600000020");
        Lock object = new Lock("java.lang.Object", "0x0000000600000010");

        assertThat(only(threads, "one").locks().blockedOn()).isEqualTo(cart);
        assertThat(only(threads, "one").locks().monitors()).containsExactly(new Held(Held.UNKNOWN_DEPTH, object));
        assertThat(only(threads, "two").locks().monitors()).containsExactly(new Held(Held.UNKNOWN_DEPTH, cart));
    }

    /** What an application prints looks like the list, and names threads that are not in it. */
    @Test
    void whatIsNoListOfTheJvm() throws IOException {
        String text = withoutList(withoutOwned(text("deadlocks-25")));
        List<DumpedThread> expected = threads(text);

        assertThat(threads(text + "10:15 WARN waiting for ownable synchronizer 0x1, which is held by \"writer\"\n"))
                .isEqualTo(expected);
        String other = """
                Found one Java-level deadlock:
                "nothing like it":
                  waiting for ownable synchronizer 0x1, (a java.lang.Object),
                  which is held by "no such thread"
                "victim":
                  waiting for ownable synchronizer, which is held by
                Found 1 deadlock.
                "victim":
                  which is held by "writer"
                """;
        assertThat(threads(text + other)).isEqualTo(expected);
    }

    /** The JVM's own text of JDK 11: one that was notified waits to enter, all others wait for a notification. */
    @Test
    void whoWaitsToEnterAgain() throws IOException {
        List<DumpedThread> threads = threads(text("notified-11"));
        DumpedThread keeper = only(threads, "keeper");
        Lock monitor = keeper.locks().monitors().getFirst().monitor();

        for (String name : List.of("told", "woken")) {
            assertThat(only(threads, name).locks().blockedOn()).isEqualTo(monitor);
            assertThat(only(threads, name).locks().waitingOn()).isNull();
            assertThat(only(threads, name).locks().monitors()).isEmpty();
        }
        DumpedThread finalizer = only(threads, "Finalizer");
        assertThat(finalizer.locks().blockedOn()).isNull();
        assertThat(finalizer.locks().waitingOn()).isNotNull();
        assertThat(finalizer.locks().monitors()).isEmpty();
        assertThat(threads.stream().filter(thread -> thread.locks().blockedOn() != null))
                .hasSize(2);
    }

    /** Without the line of the state, the head of a thread decides; without that, a thread in wait waits. */
    @Test
    void whoWaitsToEnterWithoutStates() throws IOException {
        String text = text("notified-11").replaceAll("(?m)^   java.lang.Thread.State.*\n", "");
        List<DumpedThread> threads = threads(text);

        assertThat(only(threads, "woken").locks().blockedOn()).isNotNull();
        assertThat(only(threads, "told").locks().waitingOn()).isNotNull();
        assertThat(only(threads, "Finalizer").locks().blockedOn()).isNull();
        List<DumpedThread> bare = threads(text.replaceAll("(waiting for monitor entry|in Object.wait\\(\\)).*", ""));
        assertThat(bare)
                .allSatisfy(thread -> assertThat(thread.locks().blockedOn()).isNull());
    }

    /** Where the call is compiled, the dump lists the monitor as locked and does not say that it is waited on. */
    @Test
    void whatIsWaitedOnWhereTheDumpHasNoReference() throws IOException {
        List<DumpedThread> threads = threads(text("compiled-21"));
        Lock monitor = only(threads, "keeper").locks().monitors().getFirst().monitor();

        assertThat(text("compiled-21")).contains("- waiting on <no object reference available>");
        assertThat(only(threads, "told").locks().blockedOn()).isEqualTo(monitor);
        assertThat(only(threads, "told").locks().monitors()).isEmpty();
        DumpedThread waits = only(threads, "waits");
        assertThat(waits.state()).isEqualTo("WAITING");
        assertThat(waits.locks().waitingOn()).isEqualTo(monitor);
        assertThat(waits.locks().monitors())
                .hasSize(1)
                .extracting(Held::monitor)
                .doesNotContain(monitor);
    }
}
