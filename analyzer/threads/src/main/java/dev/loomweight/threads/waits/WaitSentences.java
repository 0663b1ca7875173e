package dev.loomweight.threads.waits;

import dev.loomweight.fold.Sampled;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.threads.waits.Contended.Holder;
import dev.loomweight.threads.waits.Contended.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The profile in words. */
final class WaitSentences {

    private WaitSentences() {}

    /** The sentences on a process, the most important first. */
    static List<String> of(WaitAnalysis.OfProcess process) {
        Sampling sampling = process.sampling();
        WaitProfile virtual = process.virtual();
        List<String> sentences = new ArrayList<>();
        sentences.add(verdict(sampling, virtual, process.platform()));
        sentences.add(taken(sampling));
        if (!virtual.isEmpty() && !virtual.contention().hasInterval()) {
            sentences.add("Shares have no error with fewer than " + Sampled.MIN_MOMENTS
                    + " dumps: what one dump shows can be chance." + few(sampling));
        }
        sentences.addAll(limits(sampling, virtual));
        return sentences;
    }

    /** Why there are few, of dumps that were taken within a budget. */
    private static String few(Sampling sampling) {
        return !sampling.spanNanos().isKnown()
                        || !sampling.took().isKnown()
                        || !sampling.samples().stream().allMatch(WaitSample::isSampled)
                ? ""
                : " Each took " + Amounts.time(sampling.took().median().known())
                        + " (median), and they are spaced so that stops and processor time stay within the budget: give them"
                        + " more time (--duration), or a larger budget (--dump-budget).";
    }

    private static String verdict(Sampling sampling, WaitProfile virtual, WaitProfile platform) {
        if (virtual.isEmpty()) {
            return platform.isEmpty()
                    ? "The dumps show no thread."
                    : sampling.kind() == Kind.PRINT
                            ? "These dumps show platform threads only; virtual threads are in those of Thread.dump_to_file."
                            : "There was no virtual thread in any dump.";
        }
        if (virtual.locks().isEmpty()) {
            return "No virtual thread waited for a lock, a semaphore or a pool in " + dumps(sampling)
                    + monitors(sampling) + ".";
        }
        Contended first = virtual.locks().getFirst();
        return "Contention: " + with(virtual.contention())
                + " of the virtual threads waited for what other threads had; the"
                + " most for " + name(first) + " ("
                + Amounts.percent(first.ofContention().value()) + " of it), at "
                + first.site().place() + heldBy(first) + ".";
    }

    private static String monitors(Sampling sampling) {
        return sampling.hasStates() ? "" : "; waiting for a monitor cannot be seen in them";
    }

    private static String dumps(Sampling sampling) {
        int count = sampling.samples().size();
        return count == 1 ? "the dump" : Amounts.count(count) + " dumps";
    }

    private static String name(Contended lock) {
        return lock.kind().named(lock.name());
    }

    /** Who had it, as far as that was seen, as the end of a sentence. */
    private static String heldBy(Contended lock) {
        Owner owner = lock.had().owner();
        if (owner == null) {
            return "";
        }
        return "; " + owner.method() + " held it in " + owner.samples() + " of "
                + lock.had().samples() + " dumps with waiting threads" + meanwhile(owner);
    }

    /** What it did, as the end of a sentence. */
    private static String meanwhile(Owner owner) {
        Holder mostly = owner.mostly();
        String often = mostly.samples() < owner.samples() ? ", and mostly " : ", and ";
        return often + mostly.doing().did() + " at " + mostly.at();
    }

    /** A share with its interval. */
    private static String with(Sampled share) {
        return Amounts.percent(share.value()) + interval(share);
    }

    /** The interval in brackets; empty where there is none. */
    private static String interval(Sampled share) {
        return share.hasInterval()
                ? " (95 % interval: " + Amounts.percent(share.low()) + " to " + Amounts.percent(share.high()) + ")"
                : "";
    }

    /** What was taken, and what that cost. */
    private static String taken(Sampling sampling) {
        int count = sampling.samples().size();
        StringBuilder words = new StringBuilder(Amounts.count(count, "dump"));
        if (!sampling.runtime().isEmpty()) {
            words.append(" of JDK ").append(sampling.runtime());
        }
        if (sampling.spanNanos().isKnown()) {
            words.append(" over ")
                    .append(Amounts.time(sampling.spanNanos().known()))
                    .append(", ")
                    .append(Amounts.time(sampling.intervalNanos().orElse(0)))
                    .append(" apart (median)");
        }
        words.append(cost(sampling)).append('.');
        if (sampling.leftOut() > 0) {
            words.append(' ')
                    .append(Amounts.count(sampling.leftOut()))
                    .append(sampling.leftOut() == 1 ? " other dump" : " other dumps")
                    .append(" not counted: of a format that shows less, or taken by an alarm.");
        }
        return words.toString();
    }

    /** What the dumps took, as the end of a sentence; empty where that was not measured. */
    private static String cost(Sampling sampling) {
        Sampling.Durations paused = sampling.paused();
        if (!paused.isKnown()) {
            Sampling.Durations took = sampling.took();
            return took.isKnown()
                    ? "; each took " + Amounts.time(took.median().known()) + " (median; "
                            + Amounts.time(took.most().known())
                            + " at most), in which threads were stopped for an unknown time"
                    : "";
        }
        OptionalDouble share = sampling.pausedShare();
        return "; each stopped the threads for " + Amounts.time(paused.median().known()) + " (median; "
                + Amounts.time(paused.most().known()) + " at most)"
                + (share.isPresent() ? ", together " + Amounts.percent(share.getAsDouble()) + " of the time" : "")
                + (sampling.budget() > 0 ? " (budget " + Amounts.percent(sampling.budget()) + ")" : "");
    }

    /** What these dumps cannot show. */
    private static List<String> limits(Sampling sampling, WaitProfile virtual) {
        List<String> limits = new ArrayList<>();
        if (virtual.isEmpty()) {
            return limits;
        }
        if (!sampling.hasStates()) {
            limits.add(
                    "These dumps have no states of threads (JSON of JDK 25 and later has): a thread that waits to enter a"
                            + " monitor looks like one that runs. Before JDK 24 such a thread pins its carrier; see loomweight pins.");
        }
        boolean unknown =
                virtual.locks().stream().anyMatch(lock -> !lock.instances().isKnown() && lock.kind() != Doing.POOL);
        if (unknown) {
            limits.add(
                    "These dumps do not say which lock a thread waits for: locks are told apart by the method that waits.");
        }
        boolean owners = virtual.locks().stream()
                .anyMatch(lock -> lock.kind() == Doing.LOCK
                        && lock.had().unseen() > 0
                        && lock.had().holders().isEmpty());
        if (owners) {
            limits.add("Who held a java.util.concurrent lock is not in these dumps.");
        }
        return limits;
    }

    /** The findings on locks for which so many wait that it is not chance. */
    static List<Finding> findings(String prefix, WaitAnalysis.OfProcess process) {
        return process.virtual().contended().stream()
                .map(lock -> finding(prefix, process.sampling(), lock))
                .toList();
    }

    private static Finding finding(String prefix, Sampling sampling, Contended lock) {
        return new Finding(
                "lockContended",
                Severity.WARNING,
                prefix + with(lock.waiters().share()) + " of the virtual threads waited for " + name(lock) + " at "
                        + lock.site().place() + ".",
                explanation(sampling, lock),
                solution(lock),
                place(lock));
    }

    private static String explanation(Sampling sampling, Contended lock) {
        String waiting = "On average "
                + Amounts.times(lock.waiters().threads().value()) + " threads waited at once, at most "
                + Amounts.count(lock.waiters().most()) + ", and some in "
                + lock.had().samples() + " of "
                + sampling.samples().size() + " dumps.";
        Owner owner = lock.had().owner();
        if (owner == null) {
            return waiting + " Who had " + name(lock) + " is not in the dumps.";
        }
        String unseen = lock.had().unseen() == 0 ? "" : "; in " + lock.had().unseen() + " no holder was seen";
        return waiting + " In " + owner.samples() + " of these " + lock.had().samples() + " " + owner.method()
                + " held "
                + name(lock)
                + meanwhile(owner) + unseen + ".";
    }

    private static String solution(Contended lock) {
        return switch (lock.kind()) {
            case POOL -> "Return objects sooner, or make the pool larger if what it connects to bears more.";
            case PERMIT ->
                "If the semaphore limits a resource: hold permits for less time, or give it more. If it signals work,"
                        + " these threads are idle.";
            case INITIALIZATION -> "Initialize the class before load comes, and let its initializer wait for nothing.";
            default ->
                "Hold " + name(lock) + " for less time, without waiting for anything meanwhile, or divide what"
                        + " it guards.";
        };
    }

    /** The place of the code that waits. */
    private static @Nullable Place place(Contended lock) {
        CodePlace at = lock.site().at();
        return at == null ? null : new Place(at.className(), at.methodName(), at.line(), null);
    }
}
