package dev.loomweight.pins.scheduler;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.scheduler.FullWindows.Refuted;
import dev.loomweight.pins.scheduler.FullWindows.Total;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.state.PinParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What pins did to the carriers, as a fold file has it. Of several, made of one process one after the other, it is the sum:
 * windows that reach from one into the next are two, and what pins of several held at once is the highest of each.
 *
 * @param isEmpty whether no pins are known one by one
 * @param fromNanos when the first pin begins, in nanoseconds since 1970
 * @param toNanos when the last one ends
 * @param most the most carriers that are held at once
 * @param waits what the waits are for which the JVM may have added a carrier
 * @param shorter the pins that are not known one by one
 * @param maxima the most carriers that are held in each interval of time
 * @param recorded when it was recorded
 * @param time the time of the carriers while it was recorded
 * @param windows the windows in which all carriers were held
 * @param watched the pins while the carriers were watched
 * @param <G> what pins are counted by
 */
public record FoldedHeld<G>(
        boolean isEmpty,
        long fromNanos,
        long toNanos,
        long most,
        Occupancy.Waits waits,
        Shorter shorter,
        Maxima maxima,
        Span recorded,
        Occupancy.Time time,
        Windows<G> windows,
        Watched<G> watched)
        implements HeldCarriers<G> {

    private static final int NUMBERS = 3;

    /**
     * What a fold file has.
     *
     * @param groups the groups of its stacks, in their order
     * @throws IllegalArgumentException if there is no such stack, or the figures are too few
     */
    public static <G> FoldedHeld<G> of(PinParts.Held held, List<G> groups) {
        PinParts.Full full = held.full();
        List<Window> longest = new ArrayList<>();
        List<Map<G, Long>> shares = new ArrayList<>();
        for (PinParts.Window window : full.longest()) {
            longest.add(new Window(
                    window.fromNanos(), window.fromNanos() + window.spanNanos(), window.nanos(), window.fullNanos()));
            IdentityHashMap<G, Long> share = new IdentityHashMap<>();
            window.shares().forEach(one -> share.merge(group(groups, one), one.nanos(), Sum::together));
            shares.add(share);
        }
        IdentityHashMap<G, Part> watched = new IdentityHashMap<>();
        held.seen()
                .watched()
                .forEach(one -> watched.merge(group(groups, one), new Part(one.count(), one.nanos()), Part::and));
        FullWindows found = new FullWindows(
                total(full.least()),
                total(full.all()),
                full.certain(),
                new Refuted(
                        numbers(full.refuted()).get(0),
                        full.refuted().get(1),
                        full.refuted().get(2)),
                full.leastFull(),
                full.mostFull(),
                full.undecidedNanos(),
                full.omittedNanos(),
                longest);
        PinParts.Pinned pins = held.pins();
        List<Long> shorter = numbers(pins.shorter());
        long intervalNanos = held.maxima().intervalNanos();
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("intervals of " + intervalNanos + " ns");
        }
        return new FoldedHeld<>(
                !pins.apart(),
                pins.fromNanos(),
                pins.toNanos(),
                pins.most(),
                Occupancy.Waits.valueOf(pins.waits()),
                new Shorter(shorter.get(0), shorter.get(1), shorter.get(2)),
                Maxima.of(pins.fromNanos(), intervalNanos, held.maxima().maxima()),
                new Span(held.time().fromNanos(), held.time().toNanos()),
                new Occupancy.Time(
                        held.time().leastNanos(),
                        held.time().mostNanos(),
                        held.time().most()),
                Windows.listed(found, shares),
                new Watched<>(watched, held.seen().watchedRestNanos()));
    }

    private static <G> G group(List<G> groups, PinParts.Share share) {
        if (share.stack() < 0 || share.stack() >= groups.size()) {
            throw new IllegalArgumentException("no stack " + share.stack());
        }
        return groups.get(share.stack());
    }

    private static List<Long> numbers(List<Long> numbers) {
        if (numbers.size() != NUMBERS) {
            throw new IllegalArgumentException(numbers.size() + " numbers");
        }
        return numbers;
    }

    private static Total total(List<Long> numbers) {
        return new Total(Math.toIntExact(numbers(numbers).get(0)), numbers.get(1), numbers.get(2));
    }

    /** What a fold file gets of the carriers that pins held. */
    public static <G> PinParts.Held folded(
            HeldCarriers<G> held, long stated, List<Span> watched, Map<G, Integer> places) {
        Windows<G> windows = held.windows();
        FullWindows found = windows.found();
        List<PinParts.Window> longest = new ArrayList<>();
        for (int i = 0; i < found.longest().size(); i++) {
            Window window = found.longest().get(i);
            IdentityHashMap<G, Part> parts = new IdentityHashMap<>();
            windows.shares().get(i).forEach((group, nanos) -> parts.put(group, new Part(0, nanos)));
            longest.add(new PinParts.Window(
                    window.fromNanos(),
                    window.toNanos() - window.fromNanos(),
                    window.nanos(),
                    window.fullNanos(),
                    shares(parts, places)));
        }
        Watched<G> seen = held.within(watched);
        Shorter shorter = held.shorter();
        Refuted refuted = found.refuted();
        return new PinParts.Held(
                stated,
                new PinParts.Pinned(
                        held.fromNanos(),
                        held.toNanos(),
                        !held.isEmpty(),
                        held.most(),
                        held.waits().name(),
                        List.of(shorter.count(), shorter.mostNanos(), shorter.stepNanos())),
                new PinParts.Maxima(held.maxima().intervalNanos(), held.maxima().values()),
                new PinParts.Time(
                        held.recorded().fromNanos(),
                        held.recorded().toNanos(),
                        held.time().leastNanos(),
                        held.time().mostNanos(),
                        held.time().most()),
                new PinParts.Full(
                        numbers(found.least()),
                        numbers(found.most()),
                        found.certain(),
                        List.of(refuted.nanos(), refuted.signs(), refuted.longestNanos()),
                        found.leastFull(),
                        found.mostFull(),
                        found.undecidedNanos(),
                        found.omittedNanos(),
                        longest),
                new PinParts.Watched(shares(seen.groups(), places), seen.restNanos()));
    }

    private static List<Long> numbers(Total total) {
        return List.of((long) total.windows(), total.nanos(), total.longestNanos());
    }

    private static <G> List<PinParts.Share> shares(Map<G, Part> parts, Map<G, Integer> places) {
        List<PinParts.Share> shares = new ArrayList<>();
        parts.forEach((group, part) -> {
            Integer place = places.get(group);
            if (place != null) {
                shares.add(new PinParts.Share(place, part.count(), part.nanos()));
            }
        });
        shares.sort((one, other) -> Integer.compare(one.stack(), other.stack()));
        return shares;
    }

    @Override
    public Watched<G> within(List<Span> stretches) {
        return watched;
    }

    /** The same of other groups, which stand for its own. */
    public FoldedHeld<G> with(Map<G, G> ours) {
        List<Map<G, Long>> shares =
                windows.shares().stream().map(share -> with(ours, share)).toList();
        Map<G, Long> together = windows.together();
        IdentityHashMap<G, Part> groups = new IdentityHashMap<>();
        watched.groups().forEach((group, part) -> groups.merge(ours.getOrDefault(group, group), part, Part::and));
        return new FoldedHeld<>(
                isEmpty,
                fromNanos,
                toNanos,
                most,
                waits,
                shorter,
                maxima,
                recorded,
                time,
                new Windows<>(windows.found(), shares, together == null ? null : with(ours, together)),
                new Watched<>(groups, watched.restNanos()));
    }

    private static <G> Map<G, Long> with(Map<G, G> ours, Map<G, Long> share) {
        IdentityHashMap<G, Long> same = new IdentityHashMap<>();
        share.forEach((group, nanos) -> same.merge(ours.getOrDefault(group, group), nanos, Sum::together));
        return same;
    }

    /**
     * All of some, of which there is at least one.
     *
     * @param carriers how many carriers run virtual threads at once, or 0
     */
    public static <G> HeldCarriers<G> of(List<? extends HeldCarriers<G>> parts, long carriers) {
        return parts.size() == 1 ? parts.getFirst() : together(parts, carriers);
    }

    private static <G> FoldedHeld<G> together(List<? extends HeldCarriers<G>> parts, long carriers) {
        List<HeldCarriers<G>> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparingLong(
                        (HeldCarriers<G> part) -> part.recorded().fromNanos())
                .thenComparingLong(part -> part.recorded().toNanos()));
        List<HeldCarriers<G>> apart =
                sorted.stream().filter(part -> !part.isEmpty()).toList();
        long most = 0;
        Occupancy.Waits waits = Occupancy.Waits.NONE;
        Shorter shorter = new Shorter(0, 0, 1);
        IdentityHashMap<G, Part> groups = new IdentityHashMap<>();
        long rest = 0;
        for (HeldCarriers<G> part : sorted) {
            most = Math.max(most, part.most());
            waits = part.waits().compareTo(waits) > 0 ? part.waits() : waits;
            Shorter more = part.shorter();
            shorter = new Shorter(
                    shorter.count() + more.count(),
                    Math.max(shorter.mostNanos(), more.mostNanos()),
                    Math.max(shorter.stepNanos(), more.stepNanos()));
            Watched<G> seen = part.within(List.of());
            seen.groups().forEach((group, share) -> groups.merge(group, share, Part::and));
            rest = Sum.together(rest, seen.restNanos());
        }
        Span recorded = new Span(
                sorted.stream()
                        .mapToLong(part -> part.recorded().fromNanos())
                        .min()
                        .orElse(0),
                sorted.stream()
                        .mapToLong(part -> part.recorded().toNanos())
                        .max()
                        .orElse(0));
        return new FoldedHeld<>(
                apart.isEmpty(),
                sorted.stream().mapToLong(HeldCarriers::fromNanos).min().orElse(Long.MAX_VALUE),
                sorted.stream().mapToLong(HeldCarriers::toNanos).max().orElse(Long.MIN_VALUE),
                most,
                waits,
                shorter,
                maxima(apart),
                recorded,
                time(sorted, carriers),
                windows(sorted),
                new Watched<>(groups, rest));
    }

    /** The time of all; a part begins with its first pin, which can begin in the part before it. */
    private static <G> Occupancy.Time time(List<HeldCarriers<G>> parts, long carriers) {
        double least = 0;
        double most = 0;
        long highest = 0;
        long twice = 0;
        long end = parts.getFirst().recorded().fromNanos();
        for (HeldCarriers<G> part : parts) {
            Occupancy.Time time = part.time();
            least += time.leastNanos();
            most += time.mostNanos();
            highest = Math.max(highest, time.most());
            Span recorded = part.recorded();
            twice += Math.max(0, Math.min(end, recorded.toNanos()) - recorded.fromNanos());
            end = Math.max(end, recorded.toNanos());
        }
        double less = (double) carriers * twice;
        return new Occupancy.Time(least - less, Math.max(least, most) - less, highest);
    }

    private static <G> Maxima maxima(List<HeldCarriers<G>> parts) {
        if (parts.isEmpty()) {
            return Maxima.NONE;
        }
        Maxima.Builder all = new Maxima.Builder(
                parts.stream().mapToLong(HeldCarriers::fromNanos).min().orElse(0),
                parts.stream().mapToLong(HeldCarriers::toNanos).max().orElse(0),
                parts.stream()
                        .mapToLong(part -> part.maxima().intervalNanos())
                        .max()
                        .orElse(1));
        for (HeldCarriers<G> part : parts) {
            Maxima maxima = part.maxima();
            for (int i = 0; i < maxima.values().size(); i++) {
                long begin = maxima.fromNanos() + i * maxima.intervalNanos();
                all.add(begin, begin + maxima.intervalNanos(), maxima.values().get(i));
            }
        }
        return all.build();
    }

    private static <G> Windows<G> windows(List<HeldCarriers<G>> parts) {
        FullWindows all = FullWindows.NONE;
        IdentityHashMap<Window, Map<G, Long>> shares = new IdentityHashMap<>();
        List<Map<G, Long>> together = new ArrayList<>();
        for (HeldCarriers<G> part : parts) {
            Windows<G> windows = part.windows();
            all = all.and(windows.found());
            if (windows.together() != null) {
                together.add(windows.together());
            }
            for (int i = 0; i < windows.shares().size(); i++) {
                shares.put(windows.found().longest().get(i), windows.shares().get(i));
            }
        }
        return new Windows<>(
                all,
                all.longest().stream()
                        .map(window -> shares.getOrDefault(window, Map.of()))
                        .toList(),
                together.size() == parts.size() ? Windows.sum(together) : null);
    }
}
