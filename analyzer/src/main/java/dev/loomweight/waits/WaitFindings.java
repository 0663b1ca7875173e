package dev.loomweight.waits;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import dev.loomweight.waits.Contended.Owner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Locks for which so many wait that it is not chance. */
final class WaitFindings {

    /** Of all virtual threads, the least share that is worth a finding. */
    private static final double LEAST_SHARE = 0.05;

    /** With so many threads in line on average, a lock limits the throughput, however many other threads are idle. */
    private static final double LEAST_QUEUE = 2;

    private static final int MOST = 5;

    private WaitFindings() {}

    /** The findings: only of locks whose figure is over the limit with its whole interval. */
    static List<Finding> of(String prefix, Sampling sampling, WaitProfile virtual) {
        List<Finding> findings = new ArrayList<>();
        for (Contended lock : virtual.locks()) {
            if (isContended(lock) && findings.size() < MOST) {
                findings.add(finding(prefix, sampling, lock));
            }
        }
        return findings;
    }

    private static boolean isContended(Contended lock) {
        return (lock.ofThreads().hasInterval() && lock.ofThreads().low() >= LEAST_SHARE)
                || (lock.waiting().hasInterval() && lock.waiting().low() >= LEAST_QUEUE);
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
            return waiting + " Who had it is not in the dumps.";
        }
        String unseen = lock.unseen() == 0 ? "" : "; in " + lock.unseen() + " no holder was seen";
        return waiting + " In " + owner.samples() + " of these " + lock.samples() + " " + owner.method() + " held it"
                + WaitSentences.meanwhile(owner) + unseen + ".";
    }

    private static String solution(Contended lock) {
        return switch (lock.kind()) {
            case POOL -> "Return objects sooner, or make the pool larger if what it connects to bears more.";
            case PERMIT ->
                "If the semaphore limits a resource: hold permits for less time, or give it more. If it signals work,"
                        + " these threads are idle.";
            case INITIALIZATION -> "Initialize the class before load comes, and let its initializer wait for nothing.";
            default -> "Hold it for less time, without waiting for anything in it, or divide what it guards.";
        };
    }

    /** The place of the code that waits. */
    private static @Nullable Place place(Contended lock) {
        String place = lock.site().place();
        int colon = place.lastIndexOf(':');
        String method = lock.site().method();
        int dot = method.lastIndexOf('.');
        if (dot < 0) {
            return null;
        }
        boolean lined = colon > dot && place.substring(colon + 1).matches("\\d{1,9}");
        return new Place(
                method.substring(0, dot),
                method.substring(dot + 1),
                lined ? Integer.parseInt(place.substring(colon + 1)) : -1,
                null);
    }
}
