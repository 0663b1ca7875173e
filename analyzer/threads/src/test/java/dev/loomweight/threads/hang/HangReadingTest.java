package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.threads.hang.HangAnalysis.OfProcess;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of which processes verdicts are, which of them could be a hang, and which are to be acted on. */
class HangReadingTest {

    private static final Resource LOCK = new Resource("key", WaitKind.LOCK, "a lock", true, null);
    private static final Party PARTY = ThreadJudge.of(
                    List.of(platform(1, "one").frames(standing(1)).build()))
            .getFirst();

    private static HangVerdict verdict(String kind, Motion motion) {
        List<Party> one = List.of(PARTY);
        return switch (kind) {
            case "deadlock" -> new HangVerdict.Deadlock(List.of(), 2, true, false, 1, true, motion);
            case "possible deadlock" -> new HangVerdict.Deadlock(List.of(), 2, false, false, 1, true, motion);
            case "carriers" -> new HangVerdict.CarriersExhausted(List.of(), 1, one, List.of(), List.of(), true, motion);
            case "overlooked" -> new HangVerdict.Overlooked(one, one, motion);
            case "lost" -> new HangVerdict.LostOwner(LOCK, null, 9, one, 1);
            case "full pool" -> new HangVerdict.FullPool("pool", one, motion);
            case "lent pool" ->
                new HangVerdict.PoolExhausted(LOCK, one, List.of(), List.of(), List.of(), 0, List.of(), motion);
            case "held" ->
                new HangVerdict.Held(
                        LOCK, PARTY, new Resource.Holder(0, 0, Resource.Source.DUMP), null, one, 1, motion);
            case "suspect" -> new HangVerdict.OwnerUnknown(LOCK, one, 1, 1, 0, one, one, true, motion);
            case "unknown" -> new HangVerdict.OwnerUnknown(LOCK, one, 1, 1, 0, one, List.of(), true, motion);
            default -> new HangVerdict.Unanswered(LOCK, one, motion);
        };
    }

    /** Of several dumps, what is a hang, what is open, and what is to be acted on; of one dump, what is to be acted on. */
    @ParameterizedTest(name = "{0}, {1}: hang {2}, open {3}, to act on {4}, of one dump {5}")
    @CsvSource({
        "deadlock,          ONE_DUMP,  true,  false, true,  true",
        "possible deadlock, STUCK,     true,  false, true,  true",
        "possible deadlock, MOVING,    false, true,  true,  true",
        "carriers,          STUCK,     true,  false, true,  true",
        "carriers,          ONE_DUMP,  false, true,  true,  true",
        "overlooked,        UNDECIDED, false, true,  true,  true",
        "lost,              STUCK,     true,  false, true,  true",
        "full pool,         STUCK,     true,  false, true,  true",
        "full pool,         MOVING,    false, true,  false, true",
        "lent pool,         STUCK,     true,  false, true,  true",
        "lent pool,         UNDECIDED, false, true,  true,  true",
        "lent pool,         ONE_DUMP,  false, false, false, true",
        "lent pool,         MOVING,    false, false, false, true",
        "held,              STUCK,     true,  false, true,  true",
        "held,              UNDECIDED, false, true,  true,  true",
        "suspect,           STUCK,     true,  false, true,  true",
        "suspect,           UNDECIDED, false, true,  true,  true",
        "suspect,           ONE_DUMP,  false, false, false, true",
        "unknown,           UNDECIDED, false, false, true,  true",
        "unknown,           MOVING,    false, false, false, true",
        "signal,            UNDECIDED, false, false, false, false",
        "signal,            ONE_DUMP,  false, false, false, false",
    })
    void whatCouldBeAHang(String kind, Motion motion, boolean hang, boolean open, boolean act, boolean actOnOne) {
        HangVerdict verdict = verdict(kind, motion);

        assertThat(verdict.motion()).isEqualTo(motion);
        assertThat(verdict.isHang()).isEqualTo(hang);
        assertThat(verdict.isOpen()).isEqualTo(open);
        assertThat(result(2, List.of(verdict)).toActOn()).hasSize(act ? 1 : 0);
        assertThat(result(1, List.of(verdict)).toActOn()).hasSize(actOnOne ? 1 : 0);
    }

    @Test
    void allHangsAndTheFirstTenOfTheRestAreToBeActedOn() {
        List<HangVerdict> verdicts = new ArrayList<>(Collections.nCopies(12, verdict("full pool", Motion.STUCK)));
        verdicts.addAll(Collections.nCopies(3, verdict("held", Motion.MOVING)));
        verdicts.addAll(Collections.nCopies(11, verdict("unknown", Motion.UNDECIDED)));

        assertThat(result(2, verdicts).toActOn())
                .isEqualTo(Stream.concat(verdicts.subList(0, 12).stream(), verdicts.subList(15, 25).stream())
                        .toList());
    }

    @Test
    void dumpsOfOneProcessAreReadTogether() {
        HangAnalysis analysis = new HangAnalysis();
        HangAnalysis.Dumps all = analysis.fold().empty();
        DumpedThread one = virtual(1, "a")
                .blockedOn(monitor(2))
                .holds(0, monitor(1))
                .frames(standing(1))
                .build();
        DumpedThread other = virtual(2, "b")
                .blockedOn(monitor(1))
                .holds(0, monitor(2))
                .frames(standing(2))
                .build();
        all.add(new Origin("shop", null, "shop/2.json", Instrument.THREAD_DUMP), json(2, one, other));
        all.add(new Origin("cart", null, "cart/1.json", Instrument.THREAD_DUMP), json(0, one));
        all.add(new Origin("shop", null, "shop/1.json", Instrument.THREAD_DUMP), json(0, one, other));

        List<OfProcess> processes = analysis.read(all, Coverage.NONE).processes();
        assertThat(processes)
                .extracting(
                        OfProcess::subject,
                        process -> process.found().moments(),
                        process -> process.found().hangs().size())
                .containsExactly(tuple("cart", 1, 0), tuple("shop", 2, 1));
        assertThat(analysis.read(analysis.fold().empty(), Coverage.NONE).processes())
                .isEmpty();
    }

    private static HangResult result(int moments, List<HangVerdict> verdicts) {
        WaitGraph graph = WaitGraph.of(Moment.of(List.of(json(0))).getFirst(), List.of(), FrameLocks.NONE);
        return new HangResult(Collections.nCopies(moments, graph), verdicts, false, 0);
    }
}
