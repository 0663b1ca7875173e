package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Waits of virtual threads of random programs, as the trace has them, compared with what the program measures around each
 * call. Each wait ends by its own time limit.
 */
class CountedWaitsTest {

    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;
            import jdk.jfr.*;

            public final class Counted {
                static final Map<String, Queue<String>> TRUTH = new ConcurrentHashMap<>();
                interface Wait { void of(long millis) throws Exception; }
                static final Map<String, Wait> WAITS = new TreeMap<>(Map.of(
                        "slept", Counted::slept, "locked", Counted::locked, "permitted", Counted::permitted,
                        "polled", Counted::polled, "computed", Counted::computed, "latched", Counted::latched,
                        "signalled", Counted::signalled, "notified", Counted::notified, "parked", Counted::parked,
                        "joined", Counted::joined));
                // Who gives up lets the next one in line look again, which is a wait of its own.
                static final Queue<ReentrantLock> HELD = new ConcurrentLinkedQueue<>();

                static void slept(long millis) throws Exception { Thread.sleep(millis); }
                static void locked(long millis) throws Exception { HELD.remove().tryLock(millis, TimeUnit.MILLISECONDS); }
                static void permitted(long millis) throws Exception { new Semaphore(0).tryAcquire(millis, TimeUnit.MILLISECONDS); }
                static void polled(long millis) throws Exception { new LinkedBlockingQueue<String>().poll(millis, TimeUnit.MILLISECONDS); }
                static void computed(long millis) throws Exception {
                    try { new CompletableFuture<String>().get(millis, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { }
                }
                static void latched(long millis) throws Exception { new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS); }
                static void signalled(long millis) throws Exception {
                    ReentrantLock lock = new ReentrantLock();
                    lock.lock();
                    try { lock.newCondition().await(millis, TimeUnit.MILLISECONDS); } finally { lock.unlock(); }
                }
                static void notified(long millis) throws Exception {
                    Object monitor = new Object();
                    synchronized (monitor) { monitor.wait(millis); }
                }
                static void parked(long millis) {
                    long end = System.nanoTime() + millis * 1_000_000;
                    for (long left = millis * 1_000_000; left > 0; left = end - System.nanoTime()) LockSupport.parkNanos(left);
                }
                static void joined(long millis) throws Exception { MAIN.join(millis); }
                static Thread MAIN;

                public static void main(String[] arguments) throws Exception {
                    MAIN = Thread.currentThread();
                    CountDownLatch traced = new CountDownLatch(1);
                    FlightRecorder.addListener(new FlightRecorderListener() {
                        public void recordingStateChanged(Recording recording) { look(traced); }
                    });
                    look(traced);
                    if (!traced.await(2, TimeUnit.MINUTES)) System.exit(1);
                    for (int i = 0; i < 500; i++) {
                        ReentrantLock lock = new ReentrantLock();
                        lock.lock();
                        HELD.add(lock);
                    }
                    Random random = new Random(Long.parseLong(arguments[0]));
                    List<Thread> threads = new ArrayList<>();
                    List<String> kinds = List.copyOf(WAITS.keySet());
                    for (int i = 0; i < 10 + random.nextInt(15); i++) {
                        Random own = new Random(random.nextLong());
                        threads.add(Thread.ofVirtual().start(() -> {
                            for (int j = 0; j < 12; j++) {
                                String kind = kinds.get(own.nextInt(kinds.size()));
                                long millis = own.nextBoolean() ? 1 + own.nextInt(5) : 40 + own.nextInt(150);
                                long from = System.nanoTime();
                                try { WAITS.get(kind).of(millis); } catch (Exception e) { throw new IllegalStateException(e); }
                                TRUTH.computeIfAbsent(kind, any -> new ConcurrentLinkedQueue<>()).add(millis + " " + (System.nanoTime() - from));
                            }
                        }));
                    }
                    for (Thread thread : threads) thread.join();
                    List<String> lines = new ArrayList<>();
                    TRUTH.forEach((kind, all) -> all.forEach(wait -> lines.add(kind + " " + wait)));
                    java.nio.file.Files.write(java.nio.file.Path.of(arguments[1]), lines);
                }

                private static void look(CountDownLatch traced) {
                    boolean on = FlightRecorder.getFlightRecorder().getRecordings().stream()
                            .anyMatch(recording -> recording.getName().startsWith("loomweight-waits")
                                    && recording.getState() == RecordingState.RUNNING);
                    if (on) traced.countDown();
                }
            }
            """;

    private static final long THRESHOLD_NANOS = 20_000_000;

    /** Events have the clock's ticks. */
    private static final long ERROR_NANOS = 100_000;

    private static final Map<String, String> DOING = Map.of(
            "slept", "sleep",
            "locked", "lock",
            "permitted", "semaphore",
            "polled", "condition, queue",
            "computed", "future, latch, join",
            "latched", "future, latch, join",
            "signalled", "condition, queue",
            "notified", "Object.wait",
            "parked", "parked",
            "joined", "future, latch, join");

    @TempDir
    private Path folder;

    private Path last = Path.of("");

    /**
     * A wait of the program: how long it asked for, which is how long it waited at least, and how long the call took, which is
     * more by what it takes to come there and back.
     */
    private record Asked(long nanos, long took) {}

    /** What the program measured of one method: of waits that are recorded for sure, and of those that may be. */
    private record Truth(long surely, long perhaps, long surelyNanos, long perhapsNanos, long shortest, long longest) {

        static Truth of(List<Asked> all) {
            List<Asked> surely =
                    all.stream().filter(one -> one.nanos > THRESHOLD_NANOS).toList();
            List<Asked> perhaps = all.stream()
                    .filter(one -> one.took >= THRESHOLD_NANOS - ERROR_NANOS)
                    .toList();
            return new Truth(
                    surely.size(),
                    perhaps.size(),
                    surely.stream().mapToLong(Asked::nanos).sum(),
                    perhaps.stream().mapToLong(Asked::took).sum(),
                    all.stream().mapToLong(Asked::nanos).max().orElse(0),
                    all.stream().mapToLong(Asked::took).max().orElse(0));
        }
    }

    @Test
    void eachWaitIsThereOnceWithItsLengthAndItsKind() throws Exception {
        Compiled.into(folder, "Counted.java", SOURCE, "-source", "21", "-target", "21");
        for (long seed : new Random(25).longs(3).toArray()) {
            Map<String, Truth> truth = run(seed);
            Map<String, JsonObject> rows = rows();
            truth.forEach((method, of) -> {
                String as = method + " with seed " + seed;
                if (of.perhaps == 0) {
                    assertThat(rows).as(as).doesNotContainKey(method);
                    return;
                }
                JsonObject row = Objects.requireNonNull(rows.get(method), as);
                assertThat(row.get("waitsCount").getAsLong()).as(as).isBetween(of.surely, of.perhaps);
                assertThat(row.get("totalNanos").getAsLong())
                        .as(as)
                        .isBetween(of.surelyNanos - of.surely * ERROR_NANOS, of.perhapsNanos);
                assertThat(row.get("longestNanos").getAsLong()).as(as).isBetween(of.shortest - ERROR_NANOS, of.longest);
                assertThat(row.get("doing").getAsString()).as(as).startsWith(DOING.get(method));
            });
        }
    }

    /** By method, what it measured. */
    private Map<String, Truth> run(long seed) throws Exception {
        Path measured = folder.resolve("measured");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(
                out,
                err,
                "run",
                "-o",
                capture(seed).toString(),
                "--",
                Jdks.home("loomweight.jdk.newest").resolve("bin/java").toString(),
                "-cp",
                folder.toString(),
                "Counted",
                Long.toString(seed),
                measured.toString());
        assertThat(status).as(err.toString()).isZero();
        last = capture(seed);
        Map<String, List<Asked>> all = new HashMap<>();
        for (String line : Files.readAllLines(measured)) {
            String[] words = line.split(" ", -1);
            all.computeIfAbsent(words[0], any -> new ArrayList<>())
                    .add(new Asked(Long.parseLong(words[1]) * 1_000_000, Long.parseLong(words[2])));
        }
        Map<String, Truth> truth = new TreeMap<>();
        all.forEach((method, waits) -> truth.put(method, Truth.of(waits)));
        return truth;
    }

    private Path capture(long seed) {
        return folder.resolve(seed + ".lw");
    }

    /** The rows of both tables, by the method that waits. */
    private Map<String, JsonObject> rows() {
        StringWriter out = new StringWriter();
        assertThat(CliRun.run(out, new StringWriter(), "waits", last.toString(), "-f", "json"))
                .isZero();
        Map<String, JsonObject> rows = new HashMap<>();
        for (JsonElement section :
                JsonParser.parseString(out.toString()).getAsJsonObject().getAsJsonArray("sections")) {
            if (section.getAsJsonObject().get("id").getAsString().equals("waitTimes")) {
                for (JsonElement block : section.getAsJsonObject().getAsJsonArray("blocks")) {
                    JsonObject table = block.getAsJsonObject();
                    if (table.get("id").getAsString().startsWith("traced")) {
                        table.getAsJsonArray("rows").forEach(row -> add(rows, row.getAsJsonObject()));
                    }
                }
            }
        }
        return rows;
    }

    private static void add(Map<String, JsonObject> rows, JsonObject row) {
        String site = row.get("site").getAsString();
        assertThat(rows.put(site.replaceFirst("Counted\\.(\\w+)(:\\d+)?", "$1"), row))
                .as(site)
                .isNull();
    }
}
