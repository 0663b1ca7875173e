package dev.loomweight.kernel.coverage;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recordings of which the same is to be said of one event type. Up to {@value #MAX_SINGLE_NAMES} recordings are each their own;
 * of more, those with the same settings are one, so that two hundred recordings are a sentence or two.
 *
 * @param name the recording, or how many there are and which; the most common are only counted
 * @param event what they recorded, added up
 */
public record Alike(String name, OfEvent event) {

    /** So many recordings or processes at most are listed one by one. */
    public static final int MAX_SINGLE_NAMES = 8;

    private static final int MAX_NAMED = 3;

    private record Settings(
            boolean on, State state, @Nullable Duration threshold, boolean stacks, boolean partial) {

        static Settings of(OfEvent event) {
            boolean on = event.state().isOn();
            return new Settings(
                    on,
                    on ? State.RECORDED : event.state(),
                    event.threshold(),
                    event.ofStacks().stacks(),
                    event.isPartial());
        }
    }

    private record Member(OfSource source, OfEvent event) {}

    /** All recordings that were asked for an event type: in the order of reading, or the most common first. */
    public static List<Alike> of(Coverage coverage, String eventType) {
        Map<Settings, List<Member>> groups = new LinkedHashMap<>();
        List<Member> all = new ArrayList<>();
        for (OfSource source : coverage.sources()) {
            for (OfEvent event : source.events()) {
                if (event.eventType().equals(eventType)) {
                    Member member = new Member(source, event);
                    all.add(member);
                    groups.computeIfAbsent(Settings.of(event), settings -> new ArrayList<>())
                            .add(member);
                }
            }
        }
        if (all.size() <= MAX_SINGLE_NAMES) {
            return all.stream()
                    .map(member -> new Alike(coverage.nameOf(member.source), member.event))
                    .toList();
        }
        List<List<Member>> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(members -> -members.size()));
        List<Alike> alike = new ArrayList<>();
        for (List<Member> members : sorted) {
            List<String> sample = members.stream()
                    .limit(MAX_NAMED)
                    .map(member -> coverage.nameOf(member.source))
                    .toList();
            alike.add(new Alike(
                    alike.isEmpty() ? Amounts.count(members.size(), "recording") : names(sample, members.size()),
                    members.stream().map(Member::event).reduce(Alike::and).orElseThrow()));
        }
        return alike;
    }

    /** The first of some recordings, and how many more there are: {@code "a.jfr, b.jfr, c.jfr and 9 more"}. */
    public static String names(List<String> first, int all) {
        return Amounts.names(first, all, MAX_NAMED);
    }

    private static OfEvent and(OfEvent one, OfEvent other) {
        return new OfEvent(
                one.eventType(),
                one.state() == State.SILENT ? other.state() : one.state(),
                one.count() + other.count(),
                one.unread() + other.unread(),
                one.threshold(),
                new Coverage.Stacks(
                        one.ofStacks().stacks(),
                        one.ofStacks().withoutStack() + other.ofStacks().withoutStack(),
                        one.ofStacks().truncated() + other.ofStacks().truncated(),
                        Math.max(one.ofStacks().stackDepth(), other.ofStacks().stackDepth())),
                one.fields(),
                Stream.concat(one.onlyIn().stream(), other.onlyIn().stream()).toList());
    }
}
