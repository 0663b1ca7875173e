package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.Coverage;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All pins of some inputs by site, for those who compare or judge them.
 *
 * @param sites the costliest first; of one identity several, if they differ in their causes
 * @param processes those that have pins
 * @param recorded how long pins were recorded, of all processes together; zero where no recording tells
 * @param monitorsPin whether there is a recording of a JDK before 24, where monitors do
 */
public record PinCensus(List<PinnedSite> sites, List<PinnedProcess> processes, Duration recorded, boolean monitorsPin) {

    public PinCensus {
        sites = List.copyOf(sites);
        processes = List.copyOf(processes);
    }

    static PinCensus of(PinSummary summary, PinOptions options, Coverage coverage) {
        record Key(PinnedSite.Identity identity, List<String> causeIds, boolean own) {}
        Map<Key, PinnedSite> sites = new LinkedHashMap<>();
        for (Site site : summary.sites()) {
            PinnedSite told = site(site, summary, options);
            sites.merge(new Key(told.identity(), told.causeIds(), told.own()), told, PinnedSite::and);
        }
        return new PinCensus(
                sites.values().stream()
                        .sorted(Comparator.comparing(PinnedSite::sum, Sum.HEAVIEST)
                                .thenComparing(site -> site.identity() + " " + site.causeIds()))
                        .toList(),
                summary.processes().stream()
                        .map(process -> PinnedProcess.of(process, options))
                        .toList(),
                recorded(coverage),
                summary.monitorsPin());
    }

    private static PinnedSite site(Site site, PinSummary summary, PinOptions options) {
        PinCause first = site.first();
        String holder = first.frame();
        String blocker = site.diagnosis().blocker();
        return new PinnedSite(
                new PinnedSite.Identity(
                        site.name(), holder == null ? site.name() : holder, blocker == null ? "" : blocker),
                site.name(),
                site.causes().stream()
                        .map(cause -> cause.kind().id())
                        .distinct()
                        .toList(),
                site.causes().stream()
                        .map(cause -> cause.kind().words())
                        .distinct()
                        .collect(Collectors.joining(" in ")),
                isOwn(site, options.own()),
                site.sum(),
                site.place(options.code()::sourceFile),
                Advice.summary(site),
                site.diagnosis().classFileWouldTell()
                        ? Advice.CLASS_FILES
                        : Advice.solution(site, summary.monitorsPin()));
    }

    /** Where nobody is to blame, or there is no stack, it is the application's unless its stacks say otherwise. */
    private static boolean isOwn(Site site, List<String> own) {
        PinCause first = site.first();
        if (first.frame() != null) {
            return first.own() || first.caller() != null;
        }
        return site.stacks().keySet().stream().anyMatch(stack -> stack.isEmpty() || stack.hasOwn(own));
    }

    /** Recordings of one process that overlap count once, from the first to the last. */
    private static Duration recorded(Coverage coverage) {
        Map<String, Instant> starts = new HashMap<>();
        Map<String, Instant> ends = new HashMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            Instant start = source.start();
            Instant end = source.end();
            if (!source.events().isEmpty() && start != null && end != null) {
                String subject = source.origin().subject();
                starts.merge(subject, start, (a, b) -> a.isBefore(b) ? a : b);
                ends.merge(subject, end, (a, b) -> a.isAfter(b) ? a : b);
            }
        }
        Duration all = Duration.ZERO;
        for (Map.Entry<String, Instant> start : starts.entrySet()) {
            all = all.plus(Duration.between(start.getValue(), ends.getOrDefault(start.getKey(), start.getValue())));
        }
        return all;
    }

    /** The sites with no two of one identity, in no order: all causes of one together. */
    public Map<PinnedSite.Identity, PinnedSite> byIdentity() {
        Map<PinnedSite.Identity, PinnedSite> all = new LinkedHashMap<>();
        sites.forEach(site -> all.merge(site.identity(), site, PinnedSite::and));
        return all;
    }

    /** All pins together. */
    public Sum total() {
        return sites.stream().map(PinnedSite::sum).reduce(Sum.NONE, Sum::plus);
    }
}
