package dev.loomweight.pins.carriers;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.PinEvents.Pin;
import java.util.ArrayList;
import java.util.List;

/** What is said of the carriers of a process. */
final class CarrierSentences {

    /** Looks without an answer are mentioned from this share on. */
    private static final double UNDECIDED = 0.1;
    /** A part of the time without a recording is mentioned from this share on. */
    private static final double UNRECORDED = 0.05;
    /** Stops of the JVM are mentioned from this share on: looks of Loomweight's own stop it too, for less. */
    private static final double STOPS = 0.01;

    private CarrierSentences() {}

    /** The summary: what the carriers did, the largest first. */
    static List<String> inShort(CarrierProcess process, String prefix) {
        List<String> sentences = new ArrayList<>();
        CarrierBalance balance = process.balance();
        if (!process.isWatched()) {
            sentences.add(prefix + "The carriers were not watched, so there is no table of their time: the inputs have"
                    + " no carriers.txt. Samples of a recording show what ran on them.");
        } else if (process.isUnrecognized()) {
            sentences.add(prefix + "Virtual threads ran in these "
                    + Amounts.time(process.stretches().wallNanos())
                    + ", and no carrier was recognized: threads of an application's own scheduler carried them, or they"
                    + " ran between two looks. So where the carriers' time went is not known; samples show what ran.");
        } else {
            Quantity parallelism = balance.sums().parallelism();
            String of = parallelism.isKnown()
                    ? Amounts.count(parallelism.known(), "carrier")
                    : process.mostCarriers() + " carriers seen";
            sentences.add(
                    prefix + of + " in " + Amounts.time(process.stretches().wallNanos()) + ": " + parts(process) + ".");
        }
        if (process.holds().isAny()) {
            String command = process.holds().command();
            sentences.add(prefix + standing(process.holds()) + ", with a virtual thread mounted"
                    + (command.isEmpty() ? "." : "; " + command + " says whether their threads hang."));
        }
        RanSites.Site usual = process.ran().usual();
        if (usual != null) {
            sentences.add(prefix + "Most processor time of virtual threads: "
                    + usual.what().words() + ", "
                    + Amounts.percent(process.ran().part(usual))
                    + " of what ran on carriers" + usual.byThread() + ".");
        }
        long queued = process.queued().orElse(0);
        if (queued > 0) {
            sentences.add(prefix + Amounts.count(queued, "virtual thread")
                    + " waited for a carrier when the scheduler was last asked.");
        }
        return sentences;
    }

    /** How many carriers stood still, of how many, and for how long. */
    static String standing(CarrierHolds holds) {
        List<Still> carriers = holds.held().carriers();
        int standing = carriers.size();
        String most =
                Amounts.time(carriers.stream().mapToLong(Still::nanos).max().orElse(0));
        String least =
                Amounts.time(carriers.stream().mapToLong(Still::nanos).min().orElse(0));
        boolean hardly = carriers.stream().anyMatch(Still::hasRun);
        return standing + " of " + Amounts.count(holds.carriers(), "carrier") + " "
                + (standing == 1 ? "has " : "have ") + (hardly ? "hardly run for " : "not run for ")
                + (least.equals(most) ? "" : least + " to ") + most + ", up to the end";
    }

    private static String parts(CarrierProcess process) {
        CarrierBalance balance = process.balance();
        List<String> parts = new ArrayList<>();
        boolean kernel = balance.sums().measured.wallNanos() > 0;
        if (kernel) {
            parts.add(percent(balance, balance.runNanos()) + " running");
            parts.add(percent(balance, balance.waitNanos()) + " waiting for a processor");
        }
        if (balance.runOrWaitNanos() > 0) {
            parts.add(percent(balance, balance.runOrWaitNanos()) + " running or waiting for a processor");
        }
        if (balance.share(balance.stoppedNanos()) >= STOPS) {
            parts.add(percent(balance, balance.stoppedNanos()) + " stopped by the JVM");
        }
        if (process.pins().recorded()) {
            parts.add(percent(balance, balance.off().pinnedNanos()) + " pinned");
        }
        if (balance.off().isDivided()) {
            parts.add(percent(balance, balance.off().otherNanos())
                    + (process.pins().recorded() ? " blocked without a recorded pin" : " blocked while mounted"));
            parts.add(percent(balance, balance.off().idleNanos()) + " idle");
        } else {
            parts.add(percent(
                            balance,
                            balance.totalNanos()
                                    - balance.wantedNanos()
                                    - balance.stoppedNanos()
                                    - balance.off().pinnedNanos()
                                    - balance.sums().missingNanos()
                                    - balance.sums().unseenNanos())
                    + " blocked or idle");
        }
        if (balance.sums().missingNanos() > 0) {
            parts.add(
                    percent(balance, balance.sums().missingNanos()) + " without a carrier (not started yet, or ended)");
        }
        return String.join(", ", parts);
    }

    private static String percent(CarrierBalance balance, long nanos) {
        return Amounts.percent(balance.share(nanos));
    }

    /** What must be known to read the table. */
    static List<String> footnotes(CarrierProcess process) {
        CarrierBalance balance = process.balance();
        List<String> notes = new ArrayList<>();
        if (process.pins().recorded()
                && balance.off().pinnedNanos() > balance.looksSayNanos()
                && balance.off().isDivided()) {
            notes.add("Pins cover " + Amounts.time(balance.off().pinnedNanos()) + ", more than the "
                    + Amounts.time(balance.looksSayNanos()) + " \u00b1 " + Amounts.time(balance.errorNanos())
                    + " that the looks say was blocked: the pins are taken, and the difference from what is idle.");
        }
        if (balance.pinsOver() > 0) {
            notes.add("Pins cover " + Amounts.time(balance.pinsOver())
                    + " more than carriers were off the processor, and are shown in proportion: a pinned thread can run,"
                    + " wait for a processor or be stopped by the JVM before it blocks, and the two clocks differ.");
        }
        long excess = balance.sums().measured.excessNanos();
        if (excess > 0) {
            notes.add("The kernel's figures exceed the time that the carriers existed by " + Amounts.time(excess)
                    + ": they are read one after the other. It is taken off the waiting.");
        }
        return notes;
    }

    /** What the table's lines come from, and which lines are joined for want of a source. */
    static List<String> sources(CarrierProcess process, String prefix, Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        if (!process.hasBalance()) {
            return sentences;
        }
        CarrierBalance balance = process.balance();
        BalanceSums sums = balance.sums();
        if (sums.looked.wallNanos() > 0) {
            sentences.add(prefix + "For " + (sums.measured.wallNanos() > 0 ? "some carriers" : "the carriers")
                    + ", running and waiting for a processor are one line: the kernel's scheduler statistics"
                    + " (/proc/PID/task/TID/schedstat) could not be read. They exist on Linux, for processes of the"
                    + " same user.");
        }
        if (sums.stopsBy().isEmpty()
                && !coverage.of(GarbageCollection.EVENT).stream()
                        .anyMatch(one -> one.state().isOn())) {
            sentences.add(prefix + "For how long the JVM stopped all threads, for garbage collections and at other"
                    + " safepoints, is not known: that time is among what is blocked or idle. It is in carriers.txt where the"
                    + " JVM's counters can be read (-XX:+UsePerfData, the default), and in recordings with "
                    + GarbageCollection.EVENT + ".");
        }
        if (!balance.off().isDivided() && sums.measured.looks() + sums.looked.looks() == 0) {
            sentences.add(prefix + "Blocked and idle are one line: nobody looked at what the carriers had mounted.");
        }
        long looks = sums.measured.looks() + sums.looked.looks();
        long undecided = looks - sums.measured.decided() - sums.looked.decided();
        if (looks > 0 && undecided > UNDECIDED * looks) {
            sentences.add(prefix + Amounts.count(undecided) + " of " + Amounts.count(looks)
                    + " looks could not be decided and are not counted.");
        }
        if (!process.pins().recorded()) {
            sentences.add(prefix + "Pinned and otherwise blocked are one line: there is no recording with " + Pin.EVENT
                    + " of this process.");
        } else {
            if (!process.pins().threshold().isZero()) {
                sentences.add(prefix + "Pins shorter than "
                        + EventWords.length(process.pins().threshold())
                        + " were not recorded; they are among what is blocked without a recorded pin.");
            }
            long missing = process.pins().missingNanos();
            if (missing > UNRECORDED * process.stretches().wallNanos()) {
                sentences.add(prefix + "Pins of " + Amounts.time(missing)
                        + " of this time were not recorded; they are among what is blocked without a recorded pin.");
            }
        }
        if (sums.isParallelismByOthers()) {
            String by = process.parallelism().by().words();
            sentences.add(prefix + "The parallelism is not the scheduler's own word: "
                    + (by.isEmpty() ? "it is from options" : by) + ".");
        }
        if (!sums.parallelism().isKnown() && sums.allowedNanos() == 0) {
            sentences.add(
                    prefix + "The parallelism of the scheduler is not known: the whole is the time of the carriers"
                            + " that were seen.");
        }
        if (process.stretches().overlapping() > 0) {
            sentences.add(prefix + process.stretches().overlapping()
                    + " stretches of time were watched twice, and are counted once.");
        }
        if (sums.costNanos().isKnown()) {
            sentences.add(prefix + "Watching the carriers took the process "
                    + Amounts.time(sums.costNanos().known()) + " of processor time.");
        }
        if (process.ran().isEmpty()
                && balance.share(balance.wantedNanos()) > UNRECORDED
                && coverage.ofProcess(process.subject()).sources().stream()
                        .anyMatch(source -> !source.events().isEmpty())) {
            sentences.add(prefix + "What ran on the carriers is not known: no sample of it was recorded ("
                    + SampledStacks.Kind.PROCESSOR_TIME.event() + " "
                    + state(SampledStacks.Kind.PROCESSOR_TIME, process, coverage)
                    + ", " + SampledStacks.Kind.JAVA.event() + " " + state(SampledStacks.Kind.JAVA, process, coverage)
                    + ").");
        }
        return sentences;
    }

    private static String state(SampledStacks.Kind kind, CarrierProcess process, Coverage coverage) {
        return coverage.ofProcess(process.subject()).of(kind.event()).stream()
                .map(event -> words(event.state()))
                .findFirst()
                .orElse("was not looked for");
    }

    private static String words(State state) {
        return switch (state) {
            case RECORDED -> "has none of a carrier";
            case SILENT -> "was on, and nothing ran";
            case OFF -> "was off";
            case UNKNOWN -> "is not defined in the recording: " + EventWords.UNDEFINED;
            case UNSTATED -> "may have been off";
        };
    }
}
