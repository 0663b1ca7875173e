package dev.loomweight.analysis;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pins by site, stack and cause: the accumulator of {@link PinSites}. Grows with the distinct stacks and causes, not
 * with the pins. A pin costs a look-up of its stack and a count; what is said of sites and causes is summed up at the
 * end, by {@link PinSummary}.
 */
public final class PinGroups {

    // A cache by identity: a source that makes a new stack for each event must not fill the memory.
    private static final int MOST_CACHED = 50_000;

    private final Map<String, Site> sites = new HashMap<>();
    private final Durations jvmOwn = new Durations();
    private final IdentityHashMap<StackTrace, Place> known = new IdentityHashMap<>();
    private final IdentityHashMap<Frame, String> labels = new IdentityHashMap<>();

    PinGroups() {}

    /** All pins whose stacks belong to one place of the application. */
    static final class Site {
        private final DistinctThreads threads = new DistinctThreads();
        private final Map<List<String>, Map<Reason, Durations>> stacks = new HashMap<>();

        private void addAll(Site other) {
            threads.addAll(other.threads);
            other.stacks.forEach((labels, reasons) -> {
                Map<Reason, Durations> all = stacks.computeIfAbsent(labels, key -> new HashMap<>());
                reasons.forEach((reason, durations) ->
                        all.computeIfAbsent(reason, key -> new Durations()).addAll(durations));
            });
        }

        DistinctThreads threads() {
            return threads;
        }

        /** By the labels of their frames, the innermost first. */
        Map<List<String>, Map<Reason, Durations>> stacks() {
            return stacks;
        }
    }

    /**
     * What blocked, and why it could not unmount.
     *
     * @param operation the blocking operation, or null before JDK 24
     * @param reason the kind of reason, or null before JDK 24
     */
    record Cause(@Nullable String operation, @Nullable String reason) {}

    /**
     * A cause with what the JVM names in it.
     *
     * @param cause the cause
     * @param className the class that the reason names, or an empty string
     */
    record Reason(Cause cause, String className) {}

    /** The pins of one stack and one cause: all that is counted per pin. Everything else is a sum of these. */
    private static final class Place {
        final @Nullable String operation;
        final @Nullable String reason;
        final Durations durations;
        final DistinctThreads threads;
        final @Nullable Place other;

        Place(
                @Nullable String operation,
                @Nullable String reason,
                Durations durations,
                DistinctThreads threads,
                @Nullable Place other) {
            this.operation = operation;
            this.reason = reason;
            this.durations = durations;
            this.threads = threads;
            this.other = other;
        }

        @SuppressWarnings("ReferenceEquality") // a reader makes one object of equal sentences, mostly
        boolean is(@Nullable String anOperation, @Nullable String aReason) {
            return (operation == anOperation || Objects.equals(operation, anOperation))
                    && (reason == aReason || Objects.equals(reason, aReason));
        }
    }

    void add(String subject, Pin pin) {
        if (isJvmOwn(pin)) {
            jvmOwn.add(pin.nanos());
            return;
        }
        Place place = place(pin.stack(), pin.operation(), pin.reason());
        place.durations.add(pin.nanos());
        ThreadRef thread = pin.thread();
        if (thread != null) {
            place.threads.add(subject, thread.javaThreadId());
        }
    }

    private Place place(StackTrace stack, @Nullable String operation, @Nullable String reason) {
        Place first = known.get(stack);
        for (Place place = first; place != null; place = place.other) {
            if (place.is(operation, reason)) {
                return place;
            }
        }
        if (known.size() >= MOST_CACHED) {
            known.clear();
            first = null;
        }
        PinReason split = reason == null ? null : PinReason.of(reason);
        Site site = sites.computeIfAbsent(Frames.site(stack), key -> new Site());
        Cause cause = new Cause(operation, split == null ? null : split.kind());
        String className = split == null ? "" : split.className();
        Durations durations = site.stacks
                .computeIfAbsent(labels(stack), key -> new HashMap<>())
                .computeIfAbsent(new Reason(cause, className), key -> new Durations());
        Place place = new Place(operation, reason, durations, site.threads, first);
        known.put(stack, place);
        return place;
    }

    private List<String> labels(StackTrace stack) {
        if (labels.size() >= MOST_CACHED) {
            labels.clear();
        }
        return Frames.labels(stack, frame -> labels.computeIfAbsent(frame, Frames::label));
    }

    private static boolean isJvmOwn(Pin pin) {
        return isPoller(pin.thread()) || isPollerClass(pin.reason());
    }

    /**
     * Whether the JVM pins its own threads: from JDK 24 on its pollers wait for the initialization of a class of theirs.
     */
    private static boolean isPollerClass(@Nullable String reason) {
        return reason != null && reason.startsWith("Waited for initialization of sun.nio.ch.Poller");
    }

    private static boolean isPoller(@Nullable ThreadRef thread) {
        String prefix = "SubPoller-";
        return thread != null
                && thread.name().startsWith(prefix)
                && thread.name().length() > prefix.length()
                && thread.name().chars().skip(prefix.length()).allMatch(Character::isDigit);
    }

    /** Adds all of the other, which is not used again. */
    void addAll(PinGroups other) {
        jvmOwn.addAll(other.jvmOwn);
        other.sites.forEach(
                (name, site) -> sites.computeIfAbsent(name, key -> new Site()).addAll(site));
    }

    Map<String, Site> sites() {
        return sites;
    }

    /** The pins that are the JVM's own, which are in no other figure. */
    Durations jvmOwn() {
        return jvmOwn;
    }
}
