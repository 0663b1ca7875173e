package dev.loomweight.kernel.faults;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of one hang, site or end of a process. A fact that was not observed is missing, which is not "no". */
public final class Facts {

    private final Map<Fact, Set<String>> known = new EnumMap<>(Fact.class);

    /** Nothing is known. */
    public Facts() {}

    /** Adds values of a fact. */
    public Facts with(Fact fact, Collection<String> values) {
        known.computeIfAbsent(fact, unused -> new LinkedHashSet<>()).addAll(values);
        return this;
    }

    /** Adds values of a fact. */
    public Facts with(Fact fact, String... values) {
        return with(fact, List.of(values));
    }

    /** Whether a fact was observed. */
    boolean has(Fact fact) {
        return known.containsKey(fact);
    }

    /** Whether a fact was observed with one of some values. */
    boolean is(Fact fact, Set<String> values) {
        return known.getOrDefault(fact, Set.of()).stream().anyMatch(values::contains);
    }
}
