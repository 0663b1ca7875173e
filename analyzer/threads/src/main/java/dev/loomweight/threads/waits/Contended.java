package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Sampled;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.stacks.StackLines;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock for which threads wait that other threads have, or several that are waited for at one site and that are too small
 * to be told apart.
 *
 * @param kind what it is
 * @param lock its class; empty where it is not known
 * @param identity what tells it from others of its class; null where there is no other, or that is not known
 * @param instances how many there are
 * @param ofContention its share of all that waited for something that other threads had
 * @param waiters how many waited for it
 * @param sites where they waited, the most frequent first
 * @param had who had it meanwhile
 * @param stacks the stacks of those that waited, and how many
 */
record Contended(
        Doing kind,
        String lock,
        @Nullable String identity,
        Quantity instances,
        Sampled ofContention,
        Waiters waiters,
        List<Site> sites,
        Had had,
        Map<StackLines, Long> stacks) {

    /** Of all threads of the kind, the least share that is worth a finding. */
    private static final double MIN_SHARE = 0.05;

    /** With so many threads in line on average, a lock limits the throughput, however many other threads are idle. */
    private static final double MIN_QUEUE_THREADS = 2;

    /**
     * Where threads waited.
     *
     * @param at the frame; null where none is known
     * @param count how many, over all samples
     */
    record Site(@Nullable CodePlace at, long count) {

        /** The frame with its line; empty where none is known. */
        String place() {
            return Objects.toString(at, "");
        }
    }

    /**
     * Who had it.
     *
     * @param method the method that holds it, or the one in which its owner is, where the dump does not say which frame holds
     * @param at the owner's own innermost frame at that moment, with its line
     * @param doing what the owner did
     * @param virtual whether it was a virtual thread
     * @param samples in how many samples
     */
    record Holder(String method, String at, Doing doing, boolean virtual, int samples) {

        /** The same, seen in so many samples. */
        Holder seenIn(int number) {
            return new Holder(method, at, doing, virtual, number);
        }
    }

    /**
     * The method that had it most often, wherever it was meanwhile.
     *
     * @param method the method
     * @param samples in how many samples
     * @param mostly what it did most often
     */
    record Owner(String method, int samples, Holder mostly) {}

    /**
     * Who had it while threads waited for it.
     *
     * @param samples in how many samples any thread waited for it
     * @param holders who had it, the most frequent first; as far as it was seen
     * @param owner the method that had it most often; null where none was seen
     * @param unseen in how many of {@code samples} it was not seen who had it
     */
    record Had(int samples, List<Holder> holders, @Nullable Owner owner, int unseen) {}

    /** Whether so many wait for it that it is not chance: a figure is over its limit with its whole interval. */
    boolean isContended() {
        return (waiters.share().hasInterval() && waiters.share().low() >= MIN_SHARE)
                || (waiters.threads().hasInterval() && waiters.threads().low() >= MIN_QUEUE_THREADS);
    }

    /** Its class, and what tells it from others of its class where there are such. */
    String name() {
        String of = lock.isEmpty() ? "unknown " + kind.words() : lock;
        if (instances.orElse(0) > 1) {
            return of + " (" + instances.known() + " of them)";
        }
        return identity == null ? of : of + "@" + identity;
    }

    /** The most frequent site. */
    Site site() {
        return sites.getFirst();
    }
}
