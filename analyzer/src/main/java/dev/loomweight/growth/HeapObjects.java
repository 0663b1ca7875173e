package dev.loomweight.growth;

import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.ClassHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The live objects of several moments, divided into large ones, small ones, those of virtual threads and interned strings.
 * A histogram has no single objects: a class counts as small if the objects that came are small on average.
 */
final class HeapObjects {

    /** The mean size below which the objects of a class are small, in bytes. */
    static final long SMALL = 512;

    private static final String STRING = "java.lang.String";
    private static final String LETTERS = "[B";
    private static final int CLASSES_NAMED = 3;

    /** A class at each moment. */
    private static final class Course {
        private final long[] instances;
        private final long[] bytes;

        Course(int moments) {
            instances = new long[moments];
            bytes = new long[moments];
        }

        long came() {
            return instances[instances.length - 1] - instances[0];
        }

        long grown() {
            return bytes[bytes.length - 1] - bytes[0];
        }

        boolean isSmall() {
            long objects = came();
            if (objects != 0 && Long.signum(objects) == Long.signum(grown())) {
                return grown() / objects < SMALL;
            }
            long there = instances[instances.length - 1];
            return there > 0 && bytes[bytes.length - 1] / there < SMALL;
        }
    }

    private final Map<String, Course> classes = new TreeMap<>();
    private final int moments;
    private final long[] interned;

    /**
     * @param histograms one per moment
     * @param internedStrings how many more interned strings there are than at the first moment, one per moment
     */
    HeapObjects(List<ClassHistogram> histograms, long[] internedStrings) {
        moments = histograms.size();
        interned = new long[moments];
        for (int i = 0; i < moments; i++) {
            for (ClassHistogram.Line line : histograms.get(i).lines()) {
                if (!line.className().equals(HeapPart.FILLER)) {
                    Course one = classes.computeIfAbsent(line.className(), name -> new Course(moments));
                    one.instances[i] += line.instances();
                    one.bytes[i] += line.bytes();
                }
            }
        }
        for (String name : List.of(STRING, LETTERS)) {
            Course one = classes.get(name);
            if (one != null) {
                takeInterned(one, internedStrings);
            }
        }
    }

    /** Of the strings and letters that came, the share of interned strings is theirs. */
    private void takeInterned(Course of, long[] strings) {
        long firstInstances = of.instances[0];
        long firstBytes = of.bytes[0];
        for (int i = 1; i < moments; i++) {
            long came = of.instances[i] - firstInstances;
            long taken = Math.min(came, strings[i]);
            if (taken > 0) {
                long bytes = Math.round((double) (of.bytes[i] - firstBytes) * taken / came);
                of.instances[i] -= taken;
                of.bytes[i] -= bytes;
                interned[i] += bytes;
            }
        }
    }

    /** How many more strings there are at the last moment of some histograms than at the first. */
    static long strings(ClassHistogram first, ClassHistogram last) {
        return instances(last) - instances(first);
    }

    private static long instances(ClassHistogram histogram) {
        return histogram.lines().stream()
                .filter(line -> line.className().equals(STRING))
                .mapToLong(ClassHistogram.Line::instances)
                .sum();
    }

    /** The heap's part of interned strings that came since the first moment, one per moment. */
    long[] interned() {
        return interned.clone();
    }

    /** The bytes of a place in the heap, one per moment. */
    long[] bytes(Place place) {
        long[] sum = new long[moments];
        classes.forEach((name, course) -> {
            if (place(name, course) == place) {
                for (int i = 0; i < moments; i++) {
                    sum[i] += course.bytes[i];
                }
            }
        });
        return sum;
    }

    private static Place place(String name, Course course) {
        return switch (HeapPart.of(name)) {
            case STACK_CHUNKS, VIRTUAL_THREADS, CONTINUATIONS, TIMERS -> Place.VIRTUAL_THREADS;
            case THREADS, OTHER -> course.isSmall() ? Place.SMALL_OBJECTS : Place.HEAP;
        };
    }

    /** How many more objects of a class there are at the last moment. */
    long came(String className) {
        Course course = classes.get(className);
        return course == null ? 0 : course.came();
    }

    /** The classes of a place that grew most, in words; empty where none grew. */
    String grownMost(Place place) {
        List<Map.Entry<String, Course>> grown = new ArrayList<>(classes.entrySet());
        grown.removeIf(one -> place(one.getKey(), one.getValue()) != place
                || one.getValue().grown() <= 0);
        grown.sort(Comparator.comparingLong((Map.Entry<String, Course> one) ->
                        one.getValue().grown())
                .reversed()
                .thenComparing(Map.Entry::getKey));
        return grown.stream()
                .limit(CLASSES_NAMED)
                .map(one -> one.getKey() + " by " + Amounts.bytes(one.getValue().grown()) + " ("
                        + (one.getValue().came() > 0
                                ? Amounts.count(one.getValue().came()) + " more"
                                : "no more objects")
                        + ")")
                .collect(Collectors.joining(", "));
    }
}
