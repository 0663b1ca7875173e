package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.amount.Quantity;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.ContainerOwners.OwnedContainer;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of dumps one by one: what each waits for and holds, in every form in which JDKs print it. */
class DumpedThreadsTest {

    private static final Interest SINGLY = Interest.in(DumpedThreads.class);

    private static String text(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(DumpedThreadsTest.class.getResourceAsStream("/dumps/threads/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static TextRead read(String text, Interest wanted) {
        TextFormat format = TextSniffer.over(new LineCursor(new StringReader(text), "dump"))
                .formats()
                .getFirst();
        return format.read(new LineCursor(new StringReader(text), "dump"), wanted);
    }

    private static DumpedThreads dump(String text) {
        TextRead read = read(text, SINGLY);
        assertThat(read.notes()).isEmpty();
        assertThat(read.samples()).hasSize(1);
        return (DumpedThreads) read.samples().getFirst();
    }

    private static DumpedThread thread(DumpedThreads dump, String name) {
        return dump.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no thread " + name));
    }

    private static DumpedThread thread(DumpedThreads dump, long id) {
        return dump.threads().stream()
                .filter(thread -> thread.id() == id)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no thread " + id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang-25.json", "hang-25.txt"})
    void whatThreadsHoldAndWaitFor(String name) throws IOException {
        DumpedThreads dump = dump(text(name));
        Lock monitor = new Lock("java.lang.Object", "5579ac7b");
        Lock lock = new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "27744d5f");

        assertThat(dump.runtime()).isEqualTo("25.0.3+9-LTS");
        assertThat(dump.time()).isBetween("2026-11-23T03:54:57Z", "2026-11-23T03:54:59Z");
        DumpedThread a = thread(dump, "vt-A");
        assertThat(a.id()).isEqualTo(22);
        assertThat(a.virtual()).isTrue();
        assertThat(a.state()).isEqualTo("WAITING");
        assertThat(a.locks().parkBlocker()).isEqualTo(lock);
        assertThat(a.locks().monitors()).containsExactly(new Held(7, monitor));
        assertThat(a.frames().get(7)).isEqualTo(new Frame("Hang", "lambda$main$0", "", 4, -1, 0, ""));
        DumpedThread b = thread(dump, "vt-B");
        assertThat(b.state()).isEqualTo("BLOCKED");
        assertThat(b.locks().blockedOn()).isEqualTo(monitor);
        assertThat(b.locks().monitors()).isEmpty();
        assertThat(thread(dump, "vt-C").locks().parkBlocker()).isEqualTo(lock);
        DumpedThread d = thread(dump, "pt-D");
        assertThat(d.virtual()).isFalse();
        assertThat(d.locks().blockedOn()).isEqualTo(monitor);
    }

    /** It stands among the monitors that the thread has locked, although it has released it. */
    @ParameterizedTest
    @ValueSource(strings = {"hang-25.json", "hang-25.txt"})
    void aThreadInWaitDoesNotHoldWhatItWaitsOn(String name) throws IOException {
        String text = text(name);
        DumpedThread waiting = thread(dump(text), "vt-W");

        assertThat(waiting.locks().waitingOn()).isEqualTo(new Lock("java.lang.Class", "6587524c"));
        assertThat(waiting.locks().monitors()).isEmpty();
        assertThat(text.split("java.lang.Class@6587524c", -1))
                .as("listed twice")
                .hasSize(3);
    }

    /** Of a thread that was notified, JDK 25 says only that it is BLOCKED, and lists what it wants back as held. */
    @ParameterizedTest
    @ValueSource(strings = {"mounted-25.json", "mounted-25.txt"})
    void aNotifiedThreadWantsItsMonitorBack(String name) throws IOException {
        DumpedThreads dump = dump(text(name));
        Lock monitor = new Lock("java.lang.Object", "362a68a3");

        assertThat(thread(dump, "relock").locks().blockedOn()).isEqualTo(monitor);
        assertThat(thread(dump, "relock").locks().monitors()).isEmpty();
        assertThat(thread(dump, "main").locks().monitors()).containsExactly(new Held(4, monitor));
    }

    /** The demo of Java 6, whose form many tools took over: the lock is in the head, its owner on a line of its own. */
    @Test
    void locksInTheHeadsOfOldToolsAreRead() {
        List<DumpedThread> threads = dump("""
                        Full Java thread dump with locks info

                        "AWT-EventQueue-0" Id=12 in WAITING on lock=java.awt.EventQueue@14318bb
                             at java.lang.Object.wait(Native Method)
                             at java.awt.EventQueue.getNextEvent(EventQueue.java:479)

                        "worker-a" Id=14 in BLOCKED on lock=java.lang.Object@1b28cdfa
                             owned by worker-b Id=15
                             at com.example.A.one(A.java:12)
                              - locked java.lang.Object@7f31245a
                             at com.example.A.run(A.java:8)
                        """).threads();
        assertThat(threads).extracting(DumpedThread::state).containsExactly("WAITING", "BLOCKED");
        assertThat(threads.get(0).locks().waitingOn()).isEqualTo(new Lock("java.awt.EventQueue", "0x14318bb"));
        assertThat(threads.get(1).locks().blockedOn()).isEqualTo(new Lock("java.lang.Object", "0x1b28cdfa"));
        assertThat(threads.get(1).locks().monitors())
                .extracting(Held::monitor)
                .containsExactly(new Lock("java.lang.Object", "0x7f31245a"));
    }

    @Test
    void whoIsMountedOnWhom() throws IOException {
        DumpedThreads dump = dump(text("mounted-25.json"));

        DumpedThread spinning = thread(dump, "vt \"spin\" \u00e9");
        assertThat(spinning.running().carrier()).isEqualTo(Quantity.of(23));
        assertThat(spinning.locks().monitors())
                .containsExactly(
                        new Held(0, new Lock("java.lang.Object", "1a92bc4e")),
                        new Held(0, new Lock("java.lang.Class", "6587524c")));
        assertThat(thread(dump, 23).running().carries()).isEqualTo(22);
        assertThat(thread(dump, 25).running().carries()).isEqualTo(24);
        assertThat(thread(dump, "main").running().carries()).isZero();
    }

    @Test
    void threadsOfAPoolHaveItsContainer() throws IOException {
        DumpedThreads dump = dump(text("hang-25.json"));

        assertThat(thread(dump, 23).container())
                .isEqualTo("ForkJoinPool-1/jdk.internal.vm.SharedThreadContainer@52dbf0e7");
        assertThat(thread(dump, "main").container()).isEmpty();
    }

    @Test
    void theJsonOf21ShowsKindsByFrames() throws IOException {
        DumpedThreads dump = dump(text("hang-21.json"));

        assertThat(dump.runtime()).isEqualTo("21.0.8+9-LTS");
        assertThat(List.of("vt-A", "vt-B", "vt-C", "vt-W"))
                .allSatisfy(name -> assertThat(thread(dump, name).virtual()).isTrue());
        assertThat(List.of("main", "pt-D", "ForkJoinPool-1-worker-1"))
                .allSatisfy(name -> assertThat(thread(dump, name).virtual()).isFalse());
        // Virtual threads that have not begun have no frames either.
        assertThat(thread(dump, "Signal Dispatcher").virtual()).isNull();
        assertThat(dump.threads())
                .allSatisfy(thread -> assertThat(thread.state()).isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang-25", "hang-21", "mounted-25", "mounted-21"})
    void otherToolsPrintJsonInOtherWays(String name) throws IOException {
        String text = text(name + ".json");
        DumpedThreads expected = dump(text);
        JsonElement json = JsonParser.parseString(text);

        assertThat(dump(json.toString())).as("on one line").isEqualTo(expected);
        assertThat(dump(text.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(dump("\uFEFF" + text)).isEqualTo(expected);
        assertThat(dump(reversed(json).toString())).as("in another order").isEqualTo(expected);
        assertThat(dump(json.getAsJsonObject().get("threadDump").toString()))
                .as("the inner object")
                .isEqualTo(expected);
        assertThat(dump(text.replaceAll("(\"(?:tid|carrier|depth|processId)\": )\"(\\d+)\"", "$1$2")))
                .as("numbers")
                .isEqualTo(expected);
        assertThat(dump("{\"level\":\"info\",\"msg\":\"threads\"}\n" + text + "\n{\"a\":{\"name\":\"x\"}}\nend\n"))
                .as("within a log")
                .isEqualTo(expected);
        assertThat(read(json + "\n" + text, SINGLY).samples()).containsExactly(expected, expected);
    }

    private static JsonElement reversed(JsonElement json) {
        if (json instanceof JsonObject object) {
            JsonObject reversed = new JsonObject();
            new ArrayList<>(object.entrySet())
                    .reversed()
                    .forEach(entry -> reversed.add(entry.getKey(), reversed(entry.getValue())));
            return reversed;
        }
        if (json instanceof JsonArray array) {
            JsonArray copy = new JsonArray();
            array.forEach(element -> copy.add(reversed(element)));
            return copy;
        }
        return json;
    }

    @Test
    void newerJdksNameOwnersOfLocks() throws IOException {
        String object = "\"object\": \"java.util.concurrent.locks.ReentrantLock$NonfairSync@27744d5f\"";
        String json = text("hang-25.json");
        String text = text("hang-25.txt");

        assertThat(json).contains(object);
        for (String owner : List.of("\"owner\": \"25\"", "\"owner\": 25")) {
            DumpedThreads dump = dump(json.replace(object, object + ",\n" + owner));
            assertThat(thread(dump, "vt-A").locks().parkBlockerOwner()).isEqualTo(25);
            assertThat(thread(dump, "vt-A").locks().parkBlocker()).isNotNull();
        }
        DumpedThreads dump = dump(text.replace("Sync@27744d5f>", "Sync@27744d5f>, owner #25"));
        assertThat(thread(dump, "vt-C").locks().parkBlockerOwner()).isEqualTo(25);
    }

    /** The JDK's two ways to print the same process agree; the threads that print do not stand alike. */
    @Test
    void textAndJsonOf25Agree() throws IOException {
        for (String name : List.of("hang-25", "mounted-25")) {
            List<DumpedThread> text = dump(text(name + ".txt")).threads();
            List<DumpedThread> json = dump(text(name + ".json")).threads();
            assertThat(text).hasSameSizeAs(json);
            for (int i = 0; i < text.size(); i++) {
                DumpedThread one = text.get(i);
                DumpedThread other = json.get(i);
                assertThat(one.id()).isEqualTo(other.id());
                assertThat(one.name()).isEqualTo(other.name());
                assertThat(one.virtual()).isEqualTo(other.virtual());
                assertThat(one.state()).isEqualTo(other.state());
                assertThat(one.locks().blockedOn()).isEqualTo(other.locks().blockedOn());
                assertThat(one.locks().waitingOn()).isEqualTo(other.locks().waitingOn());
                assertThat(one.locks().parkBlocker()).isEqualTo(other.locks().parkBlocker());
                assertThat(one.locks().monitors()).isEqualTo(other.locks().monitors());
                if (!one.name().equals("Attach Listener")) {
                    assertThat(one.frames()).isEqualTo(other.frames());
                }
            }
        }
    }

    @Test
    void threadPrintShowsPlatformThreadsAndWhatTheyOwn() throws IOException {
        DumpedThreads dump = dump(text("mounted-25-print.txt"));
        Lock monitor = new Lock("java.lang.Object", "0x000000069ece0a58");
        Lock lock = new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "0x000000069ecef880");

        assertThat(dump.kind()).isEqualTo(DumpedThreads.Kind.PRINT);
        assertThat(dump.runtime()).isEqualTo("25.0.3+9-LTS");
        DumpedThread main = thread(dump, "main");
        assertThat(main.id()).isEqualTo(3);
        assertThat(main.state()).isEqualTo("TIMED_WAITING");
        assertThat(main.locks().monitors()).containsExactly(new Held(4, monitor));
        assertThat(main.locks().synchronizers()).containsExactly(lock);
        assertThat(main.frames().getFirst())
                .isEqualTo(new Frame("java.lang.Thread", "sleepNanos0", "", -1, -1, 0x100, ""));
        assertThat(main.frames().get(2).line()).isEqualTo(540);
        assertThat(thread(dump, "relock").locks().blockedOn()).isEqualTo(monitor);
        assertThat(thread(dump, "relock").locks().monitors()).isEmpty();
        assertThat(thread(dump, "l2").locks().parkBlocker()).isEqualTo(lock);
        assertThat(thread(dump, "l2").locks().monitors())
                .containsExactly(new Held(6, new Lock("java.lang.Class for Mount$Init2", "0x000000069edebff0")));
        assertThat(thread(dump, "pt-init").locks().initializing()).isEqualTo("Mount$Init");
        assertThat(thread(dump, "GC Thread#0").id()).isZero();
        assertThat(main.cpuNanos()).isEqualTo(Quantity.of(42_930_000));
        assertThat(thread(dump, 22).cpuNanos()).isEqualTo(DumpedThread.NOT_SHOWN);
    }

    @Test
    void threadPrintOf25HasTheFramesOfMountedThreads() throws IOException {
        DumpedThreads dump = dump(text("mounted-25-print.txt"));

        DumpedThread carrier = thread(dump, 23);
        DumpedThread mounted = thread(dump, 22);
        assertThat(carrier.running().carries()).isEqualTo(22);
        assertThat(carrier.locks().monitors()).isEmpty();
        assertThat(carrier.frames().getLast().className()).endsWith("ForkJoinWorkerThread");
        assertThat(mounted.virtual()).isTrue();
        assertThat(mounted.running().carrier()).isEqualTo(Quantity.of(23));
        assertThat(mounted.frames().getFirst().methodName()).isEqualTo("spin");
        assertThat(mounted.locks().monitors()).extracting(Held::depth).containsExactly(0, 0);
        assertThat(thread(dump, 27).locks().initializing()).isEqualTo("Mount$Init");
        assertThat(thread(dump, 28).locks().initializing()).isNull();
    }

    @Test
    void threadPrintOf21HasOnlyTheCarrier() throws IOException {
        DumpedThreads dump = dump(text("mounted-21-print.txt"));

        assertThat(dump.threads()).noneMatch(thread -> Boolean.TRUE.equals(thread.virtual()));
        assertThat(thread(dump, 19).running().carries()).isEqualTo(18);
        assertThat(thread(dump, 22).running().carries()).isEqualTo(25);
        assertThat(thread(dump, 22).locks().initializing()).isEqualTo("Mount$Init");
    }

    /** A JVM prints on SIGQUIT into what the application prints, once and again. */
    @Test
    void dumpsWithinALog() throws IOException {
        String print = text("hang-25-print.txt");
        DumpedThreads alone = dump(print);
        String deadlock = """
                Found one Java-level deadlock:
                =============================
                "Thread-1":
                  waiting to lock monitor 0x00007f (object 0x01, a java.lang.Object),
                  which is held by "Thread-2"
                Java stack information for the threads listed above:
                ===================================================
                "Thread-1":
                \tat Hang.a(Hang.java:5)
                \t- waiting to lock <0x01> (a java.lang.Object)
                Found 1 deadlock.
                """;
        String body = print.substring(print.indexOf('\n') + 1);
        String log = "10:15 INFO begin\n" + body + deadlock + "10:16 INFO at a.b(C.java)\n"
                + body.replace("   java.lang.Thread.State", "10:17 INFO \"quoted\" #1\n   java.lang.Thread.State")
                + deadlock;

        TextRead read = read(log, SINGLY);
        assertThat(read.samples()).containsExactly(alone, alone);
        assertThat(read.notes()).isEmpty();
        assertThat(alone.time())
                .isEqualTo(Instant.parse("2026-11-23T03:54:58Z")
                        .atZone(ZoneId.of("UTC"))
                        .toLocalDateTime()
                        .atZone(ZoneId.systemDefault())
                        .toInstant());
    }

    /** Wherever a dump is cut off, the threads before are read, and it says so. */
    @ParameterizedTest
    @ValueSource(strings = {"hang-25.json", "hang-21.json", "hang-25.txt", "hang-25-print.txt"})
    void cutOffDumpsHaveTheThreadsBefore(String name) throws IOException {
        String complete = text(name);
        List<Long> ids = dump(complete).threads().stream().map(DumpedThread::id).toList();
        List<String> forms = name.endsWith(".json")
                ? List.of(complete, JsonParser.parseString(complete).toString())
                : List.of(complete);
        for (String form : forms) {
            int before = 0;
            for (int end = 200; end < form.length() - 40; end += 7) {
                TextRead read = TextSniffer.over(new LineCursor(new StringReader(form.substring(0, end)), "dump"))
                                .formats()
                                .isEmpty()
                        ? new TextRead(List.of(), List.of())
                        : read(form.substring(0, end), SINGLY);
                if (!name.endsWith(".txt") || name.contains("print")) {
                    assertThat(read.notes()).as("cut at " + end).hasSize(1);
                }
                List<Long> cut = read.samples().stream()
                        .flatMap(sample -> ((DumpedThreads) sample).threads().stream())
                        .map(DumpedThread::id)
                        .toList();
                assertThat(ids.subList(0, cut.size())).isEqualTo(cut);
                assertThat(cut.size()).isBetween(before, before + 1);
                before = cut.size();
            }
            assertThat(before).isGreaterThan(ids.size() - 12);
        }
    }

    /** One bracket, quote or brace less costs no more than the threads at that place. */
    @Test
    void oneDamageCostsOneThread() throws IOException {
        String json = text("hang-25.json");
        List<Long> ids = dump(json).threads().stream().map(DumpedThread::id).toList();
        int from = json.indexOf("\"tid\"");
        for (int at = from; at < json.length() - 200; at++) {
            if ("{}[]\":,".indexOf(json.charAt(at)) < 0) {
                continue;
            }
            TextRead read = read(json.substring(0, at) + json.substring(at + 1), SINGLY);
            List<Long> left = read.samples().stream()
                    .flatMap(sample -> ((DumpedThreads) sample).threads().stream())
                    .map(DumpedThread::id)
                    .toList();
            assertThat(left.stream().filter(ids::contains).count())
                    .as("without %s at %d", json.substring(Math.max(0, at - 30), at + 1), at)
                    .isGreaterThanOrEqualTo(ids.size() - 2);
        }
    }

    @Test
    void nestingWithoutEndIsReadInBoundedMemory() {
        String nested = "{\"threadDump\":{\"threadContainers\":" + "[{\"a\":".repeat(1_000_000);

        assertThat(read(nested, SINGLY).notes()).containsExactly("incomplete: a thread dump is cut off");
    }

    @Test
    void equalStacksAndLocksAreOneObject() throws IOException {
        DumpedThreads dump = dump(text("hang-25.json"));

        assertThat(thread(dump, 23).frames()).isNotEmpty();
        assertThat(thread(dump, "vt-A").locks().parkBlocker())
                .isSameAs(thread(dump, "vt-C").locks().parkBlocker());
    }

    /** Who asks for equal stacks together gets those alone, and the other way round. */
    @Test
    void onlyWhatIsAskedForIsMade() throws IOException {
        String json = text("hang-25.json");

        assertThat(read(json, Interest.in(ThreadDump.class)).samples())
                .hasSize(1)
                .allMatch(ThreadDump.class::isInstance);
        assertThat(read(json, SINGLY).samples()).hasSize(1).allMatch(DumpedThreads.class::isInstance);
        assertThat(read(json, Interest.in(ThreadDump.class, DumpedThreads.class))
                        .samples())
                .hasSize(2);
    }

    /** Who owns a scope stands before its threads or after them; a pool is owned by no thread. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theThreadsThatOwnContainers(boolean after) {
        String head =
                "\"container\": \"java.util.concurrent.StructuredTaskScopeImpl@7b\", \"parent\": \"<root>\", \"owner\": 21";
        String threads = "\"threads\": [{\"tid\": 24, \"name\": \"subtask\", \"state\": \"WAITING\", \"stack\": []}]";
        String json = "{\"threadDump\": {\"threadContainers\": ["
                + "{\"container\": \"<root>\", \"parent\": null, \"owner\": null, \"threads\": []},"
                + "{\"container\": \"java.util.concurrent.ThreadPoolExecutor@1\", \"owner\": null, \"threads\": []},"
                + "{" + (after ? threads + "," + head : head + "," + threads) + "}]}}";

        List<Sample> samples = read(json, Interest.in(DumpedThreads.class, ContainerOwners.class))
                .samples();

        assertThat(samples)
                .last()
                .isEqualTo(new ContainerOwners(
                        List.of(new OwnedContainer("java.util.concurrent.StructuredTaskScopeImpl@7b", 21))));
        assertThat(((DumpedThreads) samples.getFirst()).threads())
                .extracting(DumpedThread::container)
                .containsExactly("java.util.concurrent.StructuredTaskScopeImpl@7b");
    }
}
