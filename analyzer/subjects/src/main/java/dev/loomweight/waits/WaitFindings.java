package dev.loomweight.waits;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import dev.loomweight.waits.Contended.Owner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Locks for which so many wait that it is not chance. */
final class WaitFindings {

    private WaitFindings() {}

    /** The findings. */
    static List<Finding> of(String prefix, WaitAnalysis.OfProcess process) {
        return process.virtual().contended().stream()
                .map(lock -> finding(prefix, process.sampling(), lock))
                .toList();
    }

    private static Finding finding(String prefix, Sampling sampling, Contended lock) {
        return new Finding(
                "lockContended",
                Severity.WARNING,
                prefix + WaitSentences.with(lock.ofThreads()) + " of the virtual threads waited for "
                        + WaitSentences.name(lock) + " at " + lock.site().place() + ".",
                explanation(sampling, lock),
                solution(lock),
                place(lock));
    }

    private static String explanation(Sampling sampling, Contended lock) {
        String waiting = "On average "
                + Amounts.times(lock.waiting().value()) + " threads waited at once, at most "
                + Amounts.count(lock.most()) + ", and some in " + lock.samples() + " of "
                + sampling.samples().size() + " dumps.";
        Owner owner = lock.owner();
        if (owner == null) {
            return waiting + " Who had " + WaitSentences.name(lock) + " is not in the dumps.";
        }
        String unseen = lock.unseen() == 0 ? "" : "; in " + lock.unseen() + " no holder was seen";
        return waiting + " In " + owner.samples() + " of these " + lock.samples() + " " + owner.method() + " held "
                + WaitSentences.name(lock)
                + WaitSentences.meanwhile(owner) + unseen + ".";
    }

    private static String solution(Contended lock) {
        return switch (lock.kind()) {
            case POOL -> "Return objects sooner, or make the pool larger if what it connects to bears more.";
            case PERMIT ->
                "If the semaphore limits a resource: hold permits for less time, or give it more. If it signals work,"
                        + " these threads are idle.";
            case INITIALIZATION -> "Initialize the class before load comes, and let its initializer wait for nothing.";
            default ->
                "Hold " + WaitSentences.name(lock)
                        + " for less time, without waiting for anything meanwhile, or divide what" + " it guards.";
        };
    }

    /** The place of the code that waits. */
    private static @Nullable Place place(Contended lock) {
        CodePlace at = lock.site().at();
        return at == null ? null : new Place(at.className(), at.methodName(), at.line(), null);
    }
}
