package dev.loomweight.memory.reconcile;

import dev.loomweight.memory.TimeSlots;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The samples of one figure that decide what it was over time: the highest of each slot, and those of the first and the last
 * moment. Bounded, however many there are; which ones are retained does not depend on the order.
 */
final class FigureOverTime {

    private final List<ToLongFunction<Sample>> values;
    // For each value, the sample with the highest of each slot.
    private final List<TimeSlots<Timed>> highest = new ArrayList<>();
    private final TreeMap<Instant, Ends> ends = new TreeMap<>();

    /** @param values what a sample has of the figure */
    FigureOverTime(List<ToLongFunction<Sample>> values) {
        this.values = values;
        values.forEach(value -> highest.add(new TimeSlots<>((one, other) -> higher(one, other, value))));
    }

    private record Timed(Instant time, Sample sample) {}

    /** The samples of one moment: those with the lowest and the highest values, and the last by its text. */
    private final class Ends {
        private final Map<Integer, Sample> chosen = new HashMap<>();

        private void add(Sample sample) {
            chosen.merge(-1, sample, (one, other) -> one.toString().compareTo(other.toString()) >= 0 ? one : other);
            for (int i = 0; i < values.size(); i++) {
                ToLongFunction<Sample> value = values.get(i);
                chosen.merge(2 * i, sample, (one, other) -> better(one, other, value, 1));
                chosen.merge(2 * i + 1, sample, (one, other) -> better(one, other, value, -1));
            }
        }
    }

    private static Sample better(Sample one, Sample other, ToLongFunction<Sample> value, int sign) {
        int order = sign * Long.compare(value.applyAsLong(one), value.applyAsLong(other));
        return order > 0 || (order == 0 && one.toString().compareTo(other.toString()) >= 0) ? one : other;
    }

    void add(Instant time, Sample sample) {
        Timed timed = new Timed(time, sample);
        highest.forEach(slots -> slots.add(time.getEpochSecond(), timed));
        end(time, sample);
    }

    private static Timed higher(Timed one, Timed other, ToLongFunction<Sample> value) {
        int order = Long.compare(value.applyAsLong(one.sample), value.applyAsLong(other.sample));
        if (order == 0) {
            order = other.time.compareTo(one.time);
        }
        return order > 0 || (order == 0 && one.sample.toString().compareTo(other.sample.toString()) > 0) ? one : other;
    }

    private void end(Instant time, Sample sample) {
        if (ends.size() > 1 && time.isAfter(ends.firstKey()) && time.isBefore(ends.lastKey())) {
            return;
        }
        ends.computeIfAbsent(time, any -> new Ends()).add(sample);
        while (ends.size() > 2) {
            ends.remove(ends.higherKey(ends.firstKey()));
        }
    }

    /** Both together; changes this and returns it. */
    FigureOverTime merge(FigureOverTime other) {
        for (int i = 0; i < values.size(); i++) {
            highest.get(i).merge(other.highest.get(i));
        }
        other.ends.forEach((time, of) -> of.chosen.values().forEach(sample -> end(time, sample)));
        return this;
    }

    /** The samples that are retained, each once, in the order of time. */
    List<Sample> samples() {
        TreeMap<Instant, Set<Sample>> all = new TreeMap<>();
        highest.forEach(slots -> slots.values()
                .forEach(timed -> all.computeIfAbsent(timed.time, any -> new LinkedHashSet<>())
                        .add(timed.sample)));
        ends.forEach((time, of) ->
                all.computeIfAbsent(time, any -> new LinkedHashSet<>()).addAll(of.chosen.values()));
        List<Sample> samples = new ArrayList<>();
        all.values().forEach(samples::addAll);
        return samples;
    }
}
