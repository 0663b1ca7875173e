package dev.loomweight.pinning;

import java.util.List;

/**
 * What pins did to the carriers of one process.
 *
 * @param subject its name
 * @param carriers how many carriers there are, or 0 where nothing tells
 * @param windows in how many stretches of time all of them were pinned
 * @param starvedNanos how long these are together, in nanoseconds
 * @param by the sites that were pinned meanwhile, the most pinned first
 */
public record PinnedProcess(String subject, long carriers, int windows, long starvedNanos, List<String> by) {

    public PinnedProcess {
        by = List.copyOf(by);
    }

    static PinnedProcess of(PinSummary.OfProcess process, PinOptions options) {
        long carriers = options.carriers() > 0
                ? options.carriers()
                : process.parallelism().carriers();
        Starvation starvation = Starvation.of(process, carriers);
        return new PinnedProcess(
                process.subject(),
                carriers,
                starvation.windows().size(),
                starvation.totalNanos(),
                starvation.inAll().stream().map(Site::name).distinct().toList());
    }
}
