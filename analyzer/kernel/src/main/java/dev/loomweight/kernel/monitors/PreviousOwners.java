package dev.loomweight.kernel.monitors;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which threads held a monitor last before others entered it, or ended their waits, in bounded memory: exact for up to
 * 64 names. Of more, it is only known that there are more; that does not depend on the order of adding.
 */
public final class PreviousOwners {

    /** The name of all virtual threads that have none: their numbers differ from run to run. */
    public static final String UNNAMED = "a virtual thread without name";

    /** What ended a wait that no thread ended. */
    public static final String TIMED_OUT = "its timeout";

    private static final int MAX_OWNERS = 64;
    private static final int SHOWN = 3;

    private final Map<String, Sum> byName = new HashMap<>();
    private boolean many;

    /** A thread as people know it; null stays null. */
    public static @Nullable String nameOf(@Nullable ThreadRef thread) {
        if (thread == null) {
            return null;
        }
        if (!thread.name().isBlank()) {
            return thread.name();
        }
        return thread.virtual() ? UNNAMED : "thread " + thread.javaThreadId();
    }

    /** Adds one wait, of that length in nanoseconds. */
    public void add(String name, long nanos) {
        add(name, new Sum(1, nanos, nanos));
    }

    /** Adds all of the other, which is not changed. */
    public void addAll(PreviousOwners other) {
        if (other.many) {
            forget();
        } else {
            other.byName.forEach(this::add);
        }
    }

    private void add(String name, Sum sum) {
        if (!many) {
            byName.merge(name, sum, Sum::plus);
            if (byName.size() > MAX_OWNERS) {
                forget();
            }
        }
    }

    private void forget() {
        many = true;
        byName.clear();
    }

    /** What a fold file has of them, in the order of their names; empty where they are {@linkplain #areMany many}. */
    public List<PinParts.Owner> folded() {
        List<PinParts.Owner> owners = new ArrayList<>();
        byName.forEach((name, sum) ->
                owners.add(new PinParts.Owner(name, new PinParts.Total(sum.count(), sum.nanos(), sum.maxNanos()))));
        owners.sort((one, other) -> one.name().compareTo(other.name()));
        return owners;
    }

    /** Whether they are too many to be named. */
    public boolean areMany() {
        return many;
    }

    /** Adds what a fold file has. */
    public void add(List<PinParts.Owner> owners, boolean areMany) {
        if (areMany) {
            forget();
        }
        owners.forEach(owner -> {
            PinParts.Total waits = owner.sum();
            add(owner.name(), new Sum(waits.count(), waits.nanos(), waits.maxNanos()));
        });
    }

    public boolean isEmpty() {
        return !many && byName.isEmpty();
    }

    /** The names with the longest waits, and how many more there are; empty where there are none. */
    public String words() {
        if (many) {
            return "more than " + MAX_OWNERS + " threads";
        }
        List<Map.Entry<String, Sum>> owners = new ArrayList<>(byName.entrySet());
        owners.sort(PreviousOwners::heaviestFirst);
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, Sum> owner : owners.subList(0, Math.min(SHOWN, owners.size()))) {
            names.add(owner.getKey());
        }
        String more = byName.size() > SHOWN ? " and " + (byName.size() - SHOWN) + " more" : "";
        return String.join(", ", names) + more;
    }

    private static int heaviestFirst(Map.Entry<String, Sum> one, Map.Entry<String, Sum> other) {
        int order = Sum.HEAVIEST.compare(one.getValue(), other.getValue());
        return order == 0 ? one.getKey().compareTo(other.getKey()) : order;
    }
}
