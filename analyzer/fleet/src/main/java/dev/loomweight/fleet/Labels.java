package dev.loomweight.fleet;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a recording is of: a value for each of some names, such as {@code service}, {@code version} and {@code pod}.
 *
 * @param values by name; neither names nor values are empty
 */
public record Labels(SortedMap<String, String> values) implements Comparable<Labels> {

    /** No labels. */
    public static final Labels NONE = new Labels(new TreeMap<>());

    /** What is shown for a label that a recording does not have. */
    public static final String ABSENT = "(none)";

    /** The label of the name of the recording itself. */
    public static final String RECORDING = "recording";

    /** The most labels that a recording may have. */
    public static final int MAX_LABELS = 32;

    /** The most characters of a name or value; a longer value is cut off, except that of {@link #RECORDING}. */
    public static final int LONGEST = 256;

    /** @throws IllegalArgumentException if there are too many, or if a name is empty or too long */
    public Labels {
        TreeMap<String, String> copy = new TreeMap<>();
        values.forEach((name, value) -> {
            if (!value.isEmpty()) {
                // Recordings are told apart by their names, which may be long paths.
                boolean fits = value.length() <= LONGEST || name.equals(RECORDING);
                copy.put(checked(name), fits ? value : value.substring(0, LONGEST));
            }
        });
        if (copy.size() > MAX_LABELS) {
            throw new IllegalArgumentException("more than " + MAX_LABELS + " labels");
        }
        values = Collections.unmodifiableSortedMap(copy);
    }

    /** Labels from a map; those with an empty value are left out. */
    public static Labels of(Map<String, String> values) {
        return new Labels(new TreeMap<>(values));
    }

    private static String checked(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "the name of a label has 1 to " + LONGEST + " characters, not " + name.length());
        }
        return name;
    }

    /** The value of a label, {@link #ABSENT} where there is none. */
    public String get(String name) {
        return values.getOrDefault(name, ABSENT);
    }

    /** The same with others, which win over those of the same name. */
    public Labels and(Labels others) {
        TreeMap<String, String> all = new TreeMap<>(values);
        all.putAll(others.values);
        return new Labels(all);
    }

    /** The same without one. */
    public Labels without(String name) {
        TreeMap<String, String> rest = new TreeMap<>(values);
        rest.remove(name);
        return new Labels(rest);
    }

    /** Only those of some names. */
    public Labels only(Collection<String> names) {
        TreeMap<String, String> some = new TreeMap<>(values);
        some.keySet().retainAll(names);
        return new Labels(some);
    }

    /** By names and values in their order. */
    @Override
    public int compareTo(Labels other) {
        Iterator<Map.Entry<String, String>> theirs = other.values.entrySet().iterator();
        for (Map.Entry<String, String> mine : values.entrySet()) {
            if (!theirs.hasNext()) {
                return 1;
            }
            Map.Entry<String, String> next = theirs.next();
            int order = mine.getKey().compareTo(next.getKey());
            order = order == 0 ? mine.getValue().compareTo(next.getValue()) : order;
            if (order != 0) {
                return order;
            }
        }
        return theirs.hasNext() ? -1 : 0;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
