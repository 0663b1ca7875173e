package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which dumps are one moment, and what a moment takes from each of its dumps. */
class MomentTest {

    private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");

    private static DumpedThreads dump(Kind kind, @Nullable Instant time, String runtime, DumpedThread... threads) {
        return new DumpedThreads(kind, time, runtime, List.of(threads));
    }

    /** Such as {@code J0.5}: JSON, half a second after the start; {@code S1}: with states; {@code P}: a Thread.print without a time. */
    private static DumpedThreads dump(String words) {
        Kind kind = switch (words.charAt(0)) {
            case 'J', 'S' -> Kind.JSON;
            case 'T' -> Kind.TEXT;
            default -> Kind.PRINT;
        };
        Instant time =
                words.length() == 1 ? null : START.plusMillis((long) (1000 * Double.parseDouble(words.substring(1))));
        return words.charAt(0) == 'S'
                ? dump(kind, time, words, virtual(1, "a").state("WAITING").build())
                : dump(kind, time, words);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            J0 J1 J2             | J J J
            J0 P0 J1 J2          | JP Jp Jp
            J0 J1 P1 J2          | Jp JP Jp
            S0 P0 S1 S2          | JP Jp Jp
            J0 J1 J2 P60         | Jp Jp Jp
            J0 J1 J2 P           | JP Jp Jp
            J0 P0 J1 J2 P2       | JP JP
            J0 P0 J1 J2 P2 J3    | JP JP Jp
            J0 P0 J1 J2 P60      | JP Jp Jp
            P0 P2                | P P
            P0 J60               | P Jp
            J0 P60               | Jp JP
            J0 P0 P60            | JP JP
            J0 T1                | T J
            T0 T1 J2             | T T J
            J0 T1 J2 T3          | J J
            T0 T1 P1             | Tp TP
            J0 P0 J2 P2 J4 P4 J6 | JP JP JP Jp
            """)
    void theMomentsAreThoseThatShowMostWithWhatOthersSay(String dumps, String expected) {
        List<Moment> moments = Moment.telling(Moment.of(
                Arrays.stream(dumps.split(" ", -1)).map(MomentTest::dump).toList()));

        assertThat(words(moments)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            J0                   | J
            J0 P1                | JP
            P0 J1                | JP
            T0 P1                | TP
            J0 P29.999           | JP
            J0 P30               | J P
            J0 J1                | J J
            J0 T1                | J T
            P0 P1                | P P
            J0 P1 J2 P3          | JP JP
            J2 P3 J0 P1          | JP JP
            J0 P1 P2             | JP P
            J0 P                 | JP
            J0 J9 P P            | JP JP
            P J0                 | JP
            P P                  | P P
            J P                  | JP
            J J P                | JP J
            """)
    void dumpsOfTheSameThirtySecondsThatShowOtherThreadsAreOneMoment(String dumps, String expected) {
        List<Moment> moments = Moment.of(
                Arrays.stream(dumps.split(" ", -1)).map(MomentTest::dump).toList());

        assertThat(words(moments)).isEqualTo(expected);
        assertThat(moments)
                .extracting(Moment::time)
                .filteredOn(time -> time != null)
                .isSorted();
    }

    private static String words(List<Moment> moments) {
        return moments.stream()
                .map(moment -> moment.kinds().stream()
                        .sorted()
                        .map(kind -> kind.name().substring(0, 1))
                        .map(kind -> kind.equals("P") && moment.print() == null ? "p" : kind)
                        .collect(Collectors.joining()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void timeIsThatOfAllThreadsAndTheVersionThatOfWhicheverSaysIt() {
        Moment moment = Moment.of(List.of(
                        dump(Kind.PRINT, START, "21.0.8+9-LTS"),
                        dump(Kind.JSON, START.plusSeconds(1), ""),
                        dump(Kind.JSON, START.plusSeconds(90), "")))
                .getFirst();

        assertThat(moment.time()).isEqualTo(START.plusSeconds(1));
        assertThat(moment.runtime()).isEqualTo("21.0.8+9-LTS");
        assertThat(Moment.of(List.of(dump(Kind.JSON, null, ""))).getFirst().runtime())
                .isEmpty();
    }

    /** Before JDK 19 no virtual thread can be missing, whatever workers are called; a version that is unknown may have them. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            1.8.0_392-b08, false
            8u392,         false
            9+181,         false
            11.0.13+8-LTS, false
            17.0.9+9,      false
            18.0.2.1+1,    false
            19+36,         true
            21.0.8+9-LTS,  true
            25.0.3+9-LTS,  true
            80+1,          true
            180+1,         true
            '',            true
            """)
    void threadPrintHidesVirtualThreadsFromJdk19On(String runtime, boolean hides) {
        DumpedThread carrier = platform(2, "ForkJoinPool-1-worker-1").build();

        assertThat(Moment.of(List.of(dump(Kind.PRINT, START, runtime, carrier)))
                        .getFirst()
                        .hidesVirtual())
                .isEqualTo(hides);
        assertThat(Moment.of(List.of(dump(Kind.JSON, START, runtime, carrier)))
                        .getFirst()
                        .hidesVirtual())
                .as("a dump of all threads")
                .isFalse();
        assertThat(Moment.of(List.of(dump(
                                Kind.PRINT, START, runtime, platform(3, "main").build())))
                        .getFirst()
                        .hidesVirtual())
                .as("no thread that could be a carrier")
                .isFalse();
    }

    /** A moment without a version has that of the Thread.print, or of the dump of all threads, that it takes threads from. */
    @ParameterizedTest
    @CsvSource({"21.0.8, 25.0.3, 21.0.8", "21.0.8, '', 21.0.8", "'', 25.0.3, 25.0.3", "'', '', ''"})
    void versionIsTakenFromTheDumpThatHasOne(String json, String print, String version) {
        List<Moment> joined = Moment.telling(Moment.of(List.of(
                dump(Kind.JSON, START, json),
                dump(Kind.JSON, START.plusSeconds(1), json),
                dump(Kind.PRINT, START.plusSeconds(60), print))));
        List<Moment> printed = Moment.telling(
                Moment.of(List.of(dump(Kind.JSON, START.plusSeconds(60), print), dump(Kind.PRINT, START, json))));

        assertThat(joined).extracting(Moment::runtime).containsOnly(version);
        assertThat(printed.getFirst().runtime()).isEqualTo(json.isEmpty() ? "" : json);
    }

    private static DumpedThread thread(long id, @Nullable Boolean virtual, @Nullable String state, Frame... frames) {
        return new DumpedThread(
                id, "t" + id, virtual, state, Running.NONE, List.of(frames), Locks.NONE, "pool", Quantity.of(7));
    }

    private static List<DumpedThread> joined(DumpedThread all, DumpedThread print) {
        return Moment.of(List.of(dump(Kind.JSON, START, "", all), dump(Kind.PRINT, START, "", print)))
                .getFirst()
                .threads();
    }

    private static final Frame WORK = frame("com.acme.Work", "run", 5);
    private static final Lock JSON_LOCK = new Lock("java.lang.Object", "1b2c");
    private static final Lock PRINT_LOCK = new Lock("java.lang.Object", "0x0000000601");
    private static final Lock PRINT_OTHER = new Lock("java.lang.Object", "0x0000000999");

    /** JSON of JDK 21: no states, no monitors, and not which threads are virtual. */
    @Test
    void whoOnlyTheDumpOfAllThreadsHasIsVirtual() {
        List<DumpedThread> threads = Moment.of(List.of(
                        dump(Kind.JSON, START, "", thread(1, null, null, WORK), thread(2, null, null, WORK)),
                        dump(
                                Kind.PRINT,
                                START,
                                "",
                                thread(1, false, "RUNNABLE", WORK),
                                thread(0, false, null),
                                thread(9, false, "RUNNABLE", WORK))))
                .getFirst()
                .threads();

        assertThat(threads).extracting(DumpedThread::id).containsExactly(1L, 2L);
        assertThat(threads).extracting(DumpedThread::virtual).containsExactly(false, true);
        assertThat(Moment.of(List.of(dump(Kind.JSON, START, "", thread(2, null, null, WORK))))
                        .getFirst()
                        .threads())
                .extracting(DumpedThread::virtual)
                .as("without the other dump")
                .containsOnlyNulls();
    }

    /** What the JVM's own threads have as their number in JSON is none. */
    @Test
    void threadsWithoutANumberAreNotJoined() {
        assertThat(joined(thread(0, false, null), thread(0, false, "RUNNABLE", WORK)))
                .extracting(DumpedThread::state)
                .containsOnlyNulls();
    }

    private static DumpedThread printed(Frame... frames) {
        return new DumpedThread(
                1,
                "t1",
                false,
                "WAITING",
                new Running(Quantity.of(11), 12),
                List.of(frames),
                new Locks(
                        PRINT_LOCK,
                        PRINT_LOCK,
                        PRINT_LOCK,
                        0,
                        List.of(new Held(0, PRINT_OTHER)),
                        List.of(PRINT_OTHER),
                        "com.acme.A"),
                "",
                Quantity.of(500));
    }

    @Test
    void threadPrintSaysWhatAThreadDoesAtTheSamePlace() {
        DumpedThread same = joined(thread(1, null, null, WORK), printed(WORK)).getFirst();

        assertThat(same.state()).isEqualTo("WAITING");
        assertThat(same.virtual()).isFalse();
        assertThat(same.running().carrier()).isEqualTo(Quantity.of(11));
        assertThat(same.running().carries()).isEqualTo(12);
        assertThat(same.locks().blockedOn()).isEqualTo(PRINT_LOCK);
        assertThat(same.locks().waitingOn()).isEqualTo(PRINT_LOCK);
        assertThat(same.locks().parkBlocker()).isEqualTo(PRINT_LOCK);
        assertThat(same.locks().monitors()).containsExactly(new Held(0, PRINT_OTHER));
        assertThat(same.locks().synchronizers()).containsExactly(PRINT_OTHER);
        assertThat(same.container()).isEqualTo("pool");
        assertThat(same.cpuNanos()).isEqualTo(Quantity.of(500));
    }

    @ParameterizedTest(name = "{0}.{1}:{2}")
    @CsvSource({"com.acme.Work,run,6", "com.acme.Work,stop,5", "com.acme.Other,run,5"})
    void whatAThreadDidElsewhereIsNotTaken(String type, String method, int line) {
        DumpedThread moved = joined(thread(1, null, null, WORK), printed(frame(type, method, line)))
                .getFirst();

        assertThat(moved.state()).isNull();
        assertThat(moved.locks().blockedOn()).isNull();
        assertThat(moved.locks().waitingOn()).isNull();
        assertThat(moved.locks().parkBlocker()).isNull();
        assertThat(moved.locks().monitors()).isEmpty();
        assertThat(moved.locks().synchronizers()).isEmpty();
        assertThat(moved.frames()).containsExactly(WORK);
        assertThat(moved.cpuNanos()).isEqualTo(Quantity.of(500));
    }

    @Test
    void withoutFramesTheOthersAreTaken() {
        DumpedThread found = joined(thread(1, null, null), printed(WORK)).getFirst();
        assertThat(found.frames()).containsExactly(WORK);
        assertThat(found.state()).isEqualTo("WAITING");

        DumpedThread other = joined(thread(1, true, "RUNNABLE", WORK), thread(1, false, null))
                .getFirst();
        assertThat(other.frames()).containsExactly(WORK);
        assertThat(other.state()).isEqualTo("RUNNABLE");
        assertThat(other.virtual()).isTrue();
    }

    /** JSON of JDK 25 says it itself. */
    @Test
    void whatTheDumpOfAllThreadsSaysItselfStays() {
        DumpedThread all = new DumpedThread(
                1,
                "t1",
                true,
                "TIMED_WAITING",
                new Running(Quantity.of(21), 22),
                List.of(WORK),
                new Locks(
                        JSON_LOCK,
                        JSON_LOCK,
                        JSON_LOCK,
                        77,
                        List.of(new Held(3, monitor(8))),
                        List.of(monitor(9)),
                        "com.acme.B"),
                "pool",
                Quantity.of(7));

        DumpedThread found = joined(all, printed(WORK)).getFirst();

        assertThat(found)
                // What its virtual thread waits for is not known: it is in no dump.
                .isEqualTo(new DumpedThread(
                        1,
                        "t1",
                        true,
                        "TIMED_WAITING",
                        new Running(Quantity.of(21), 22),
                        List.of(WORK),
                        new Locks(
                                JSON_LOCK,
                                JSON_LOCK,
                                JSON_LOCK,
                                77,
                                List.of(new Held(3, monitor(8))),
                                List.of(monitor(9)),
                                null),
                        "pool",
                        Quantity.of(500)));
    }

    private static DumpedThread with(
            long id, @Nullable Lock entering, @Nullable Lock inWait, @Nullable Lock parked, List<Held> held) {
        return new DumpedThread(
                id,
                "t" + id,
                false,
                "WAITING",
                Running.NONE,
                List.of(WORK),
                new Locks(entering, inWait, parked, 0, held, List.of(), null));
    }

    /** Thread 1 is in both dumps and gives the two names of one lock; thread 2 holds it, in Thread.print alone. */
    @ParameterizedTest
    @CsvSource({"entering", "inWait", "parked", "holds"})
    void aLockHasTheNameOfTheDumpOfAllThreads(String how) {
        List<DumpedThread> of = new ArrayList<>();
        for (Lock lock : List.of(JSON_LOCK, PRINT_LOCK)) {
            of.add(
                    switch (how) {
                        case "entering" -> with(1, lock, null, null, List.of());
                        case "inWait" -> with(1, null, lock, null, List.of());
                        case "parked" -> with(1, null, null, lock, List.of());
                        default -> with(1, null, null, null, List.of(new Held(0, lock)));
                    });
        }
        DumpedThread holder = with(2, null, null, null, List.of(new Held(0, PRINT_LOCK)));

        List<DumpedThread> threads = Moment.of(List.of(
                        dump(Kind.JSON, START, "", of.get(0), thread(2, false, null, WORK)),
                        dump(Kind.PRINT, START, "", of.get(1), holder)))
                .getFirst()
                .threads();

        assertThat(threads.get(1).locks().monitors()).containsExactly(new Held(0, JSON_LOCK));
    }

    @Test
    void locksOfOtherClassesAreOtherLocks() {
        Lock string = new Lock("java.lang.String", "0x0000000601");
        List<DumpedThread> threads = Moment.of(List.of(
                        dump(
                                Kind.JSON,
                                START,
                                "",
                                with(1, JSON_LOCK, null, null, List.of()),
                                thread(2, false, null, WORK)),
                        dump(
                                Kind.PRINT,
                                START,
                                "",
                                with(1, string, null, null, List.of()),
                                with(2, null, null, null, List.of(new Held(0, string))))))
                .getFirst()
                .threads();

        assertThat(threads.get(1).locks().monitors()).containsExactly(new Held(0, string));
    }

    /** Frames of Thread.print are at other depths: JSON leaves out hidden frames. */
    @ParameterizedTest(name = "of {0} to {1}")
    @CsvSource({"0,0", "1,0", "2,1", "3,2", "-1,-1", "9,2", "4,2"})
    void aFrameThatHoldsAMonitorIsFoundByWhatItIs(int depth, int expected) {
        Frame top = frame("com.acme.Work", "take", 3);
        Frame hidden = frame("com.acme.Work$$Lambda", "hidden", 1);
        Frame[] all = {top, WORK, frame("java.lang.Thread", "run", 1)};
        Frame[] print = {top, hidden, WORK, frame("java.lang.Thread", "run", 1), frame("com.acme.Main", "main", 2)};
        DumpedThread holds = new DumpedThread(
                1,
                "t1",
                false,
                "RUNNABLE",
                Running.NONE,
                List.of(print),
                new Locks(null, null, null, 0, List.of(new Held(depth, PRINT_LOCK)), List.of(), null));
        int found = joined(thread(1, false, null, all), holds)
                .getFirst()
                .locks()
                .monitors()
                .getFirst()
                .depth();

        // The hidden frame is not found by what it is, but by its depth, within what there is.
        assertThat(found).isEqualTo(depth == 1 ? 1 : expected);
        assertThat(joined(thread(1, false, null), holds).getFirst().locks().monitors())
                .as("the frames of Thread.print themselves")
                .containsExactly(new Held(depth, PRINT_LOCK));
    }

    private static DumpedThread carrier(long id, long carries, @Nullable String initializing) {
        return new DumpedThread(
                id,
                "c" + id,
                false,
                null,
                Running.carrying(carries),
                standing(1),
                Locks.NONE.initializing(initializing));
    }

    /** {@code Thread.print} of JDK 21 prints "waiting on the Class initialization monitor" in the carrier. */
    @Test
    void theClassForWhichACarrierWaitsIsWhatItsVirtualThreadWaitsFor() {
        List<DumpedThread> threads = Moment.of(List.of(dump(
                        Kind.PRINT,
                        START,
                        "",
                        carrier(11, 1, "com.acme.A"),
                        carrier(12, 2, null),
                        carrier(13, 0, "com.acme.C"),
                        thread(1, true, null, WORK),
                        thread(2, true, null, WORK))))
                .getFirst()
                .threads();

        assertThat(threads)
                .extracting(thread -> thread.locks().initializing())
                .containsExactly(null, null, "com.acme.C", "com.acme.A", null);
        assertThat(threads).extracting(DumpedThread::virtual).containsExactly(false, false, false, true, true);
    }
}
