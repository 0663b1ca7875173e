package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The live objects of several moments, divided into large ones, small ones, those of virtual threads and interned strings.
 * A histogram has no single objects: those that came from one moment to the next are small if they are on average.
 */
final class ObjectsOverTime {

    /** The mean size below which the objects of a class are small, in bytes. */
    static final long SMALL = 512;

    private static final long MAX_CHANCE_OBJECTS = 1_000;

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

        /** Whether what came or went from one moment to the next is small on average. */
        boolean isSmall(int moment) {
            long objects = moment == 0 ? instances[0] : instances[moment] - instances[moment - 1];
            long size = moment == 0 ? bytes[0] : bytes[moment] - bytes[moment - 1];
            if (objects != 0 && Long.signum(objects) == Long.signum(size)) {
                return size / objects < SMALL;
            }
            return instances[moment] > 0 && bytes[moment] / instances[moment] < SMALL;
        }
    }

    private final Map<String, Course> classes = new TreeMap<>();
    private final int moments;
    private final long[] interned;

    /**
     * @param histograms one per moment
     * @param internedStrings how many more interned strings there are than at the first moment, one per moment
     */
    ObjectsOverTime(List<ClassHistogram> histograms, long[] internedStrings) {
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

    /** Of the strings and letters that came from one moment to the next, the share of interned strings is theirs. */
    private void takeInterned(Course of, long[] strings) {
        long instances = 0;
        long bytes = 0;
        long lastInstances = of.instances[0];
        long lastBytes = of.bytes[0];
        for (int i = 1; i < moments; i++) {
            long came = of.instances[i] - lastInstances;
            long grown = of.bytes[i] - lastBytes;
            long entries = strings[i] - strings[i - 1];
            // Few strings among few arrays say nothing of the size of those arrays.
            long taken = entries < MAX_CHANCE_OBJECTS ? 0 : Math.min(came, entries);
            lastInstances = of.instances[i];
            lastBytes = of.bytes[i];
            if (taken > 0 && grown > 0) {
                instances += taken;
                bytes += Math.round((double) grown * taken / came);
            }
            of.instances[i] -= instances;
            of.bytes[i] -= bytes;
            interned[i] += bytes;
        }
    }

    /** How many more strings there are at the last moment of some histograms than at the first. */
    static long strings(ClassHistogram first, ClassHistogram last) {
        return last.instancesOf(STRING) - first.instancesOf(STRING);
    }

    /** The heap's part of interned strings that came since the first moment, one per moment. */
    long[] interned() {
        return interned.clone();
    }

    /** The bytes of a place in the heap, one per moment. */
    long[] bytes(Place place) {
        long[] sum = new long[moments];
        classes.forEach((name, course) -> {
            long there = 0;
            for (int i = 0; i < moments; i++) {
                if (place(name, course, i) == place) {
                    there += course.bytes[i] - (i == 0 ? 0 : course.bytes[i - 1]);
                }
                sum[i] += there;
            }
        });
        return sum;
    }

    private static Place place(String name, Course course, int moment) {
        return switch (HeapPart.of(name)) {
            case STACK_CHUNKS, VIRTUAL_THREADS, CONTINUATIONS, TIMERS -> Place.VIRTUAL_THREADS;
            case THREADS, OTHER -> course.isSmall(moment) ? Place.SMALL_OBJECTS : Place.HEAP;
        };
    }

    /** How many more objects of a class there are at the last moment. */
    long came(String className) {
        Course course = classes.get(className);
        return course == null ? 0 : course.came();
    }

    /** Where most of a class' growth was: its largest interval decides. */
    private Place mostly(String name, Course course) {
        int largest = 1;
        for (int i = 2; i < moments; i++) {
            if (course.bytes[i] - course.bytes[i - 1] > course.bytes[largest] - course.bytes[largest - 1]) {
                largest = i;
            }
        }
        return place(name, course, largest);
    }

    /** The classes of a place that grew most, in words; empty where none grew. */
    String grownMost(Place place) {
        List<Map.Entry<String, Course>> grown = new ArrayList<>(classes.entrySet());
        grown.removeIf(one -> one.getValue().grown() <= 0 || mostly(one.getKey(), one.getValue()) != place);
        grown.sort(Comparator.comparingLong(
                        (Map.Entry<String, Course> one) -> one.getValue().grown())
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
