package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.report.Amounts;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Verdicts on carriers in words. */
final class CarrierWords {

    private static final int MAX_LINES = 6;
    private static final int MAX_KEEPING = 3;

    private CarrierWords() {}

    /** That all carriers are held, or some are kept. */
    static String exhausted(HangVerdict.CarriersExhausted exhausted, HangResult result) {
        String held = carriers(exhausted, result.last()) + " held by virtual threads that "
                + (exhausted.inNative() == 0 && exhausted.running() == 0
                        ? "wait without releasing them (pinned)"
                        : "do not release them" + (exhausted.running() == 0 ? " (pinned)" : ""));
        int ready = exhausted.ready().size();
        String others = ready == 0
                ? "; no other virtual thread can run until one of these waits ends"
                : "; " + Amounts.count(ready, "virtual thread") + " ("
                        + HangSentences.names(exhausted.ready()) + ") could run and " + (ready == 1 ? "has" : "have")
                        + " no carrier";
        String whose = exhausted.own().isEmpty() || ready == 0 || (exhausted.certain() && !exhausted.isInPart())
                ? ""
                : "; of which scheduler " + (ready == 1 ? "it is" : "they are") + " is in no dump";
        String words = switch (exhausted.motion()) {
            case STUCK ->
                exhausted.certain() ? "Carriers exhausted: " : "Carriers exhausted, as far as the dumps show: ";
            case UNDECIDED -> "Carriers may be exhausted: ";
            default -> "Carriers exhausted at the moment of the dump: ";
        };
        return words + held + others + whose + mayEnd(exhausted)
                + (exhausted.motion() == Motion.STUCK ? HangSentences.in(result.moments(), result) : "") + ".";
    }

    /** Which carriers are held, of an application's own scheduler with their names: it has other threads than the JDK's. */
    private static String carriers(HangVerdict.CarriersExhausted exhausted, WaitGraph graph) {
        int carriers = exhausted.carriers();
        int held = exhausted.mounted().size();
        String all = exhausted.isInPart()
                ? held + " of " + carriers + " carriers"
                : carriers == 1 ? "the only carrier" : "all " + carriers + " carriers";
        List<Party> named = exhausted.isInPart()
                ? exhausted.mounted().stream()
                        .map(party -> graph.ofId(graph.carrierOf(party)))
                        .filter(Objects::nonNull)
                        .toList()
                : exhausted.own();
        return all
                + (exhausted.own().isEmpty()
                        ? ""
                        : " of the application's own scheduler (" + HangSentences.names(named) + ")")
                + (carriers == 1 || (exhausted.isInPart() && held == 1) ? " is" : " are");
    }

    /** Which of the waits on carriers can end by themselves. */
    private static String mayEnd(HangVerdict.CarriersExhausted exhausted) {
        long inNative = exhausted.inNative();
        long input = exhausted.forInput();
        long timed = exhausted.timed();
        long perhaps = exhausted.perhapsTimed();
        long running = exhausted.running();
        int pollers = exhausted.forPollers().size();
        return (pollers == 0
                        ? ""
                        : "; " + Amounts.count(pollers, "of them waits", "of them wait")
                                + " for input that a poller is to see, which is a virtual thread and gets no carrier either")
                + (input == 0
                        ? ""
                        : "; " + Amounts.count(input, "of them waits", "of them wait")
                                + " for input: if a virtual thread of this process is to send it, none can")
                + (timed == 0
                        ? ""
                        : "; " + Amounts.count(timed, "of them waits", "of them wait")
                                + " with a time, after which another thread can run")
                + (inNative == 0
                        ? ""
                        : "; " + Amounts.count(inNative, "of those that hold them is", "of those that hold them are")
                                + " in native code, and what that waits for is in no dump")
                + (running == 0
                        ? ""
                        : "; " + Amounts.count(running, "of those that hold them runs", "of those that hold them run")
                                + ", as far as the dumps show, and can still release "
                                + (running == 1 ? "its carrier" : "theirs"))
                + (perhaps == 0
                        ? ""
                        : "; whether " + Amounts.count(perhaps, "of these waits ends", "of these waits end")
                                + " after a time is not known");
    }

    /** That a carrier is idle. */
    static String overlooked(HangVerdict.Overlooked overlooked, HangResult result) {
        List<Party> ready = overlooked.ready();
        boolean one = ready.size() == 1;
        boolean begun =
                ready.stream().anyMatch(party -> !party.thread().frames().isEmpty());
        String what = Amounts.count(ready.size(), "virtual thread") + " (" + HangSentences.names(ready) + ") "
                + (begun
                        ? "could run and " + (one ? "has" : "have") + " no carrier"
                        : (one ? "has" : "have") + " not begun")
                + ", although " + HangSentences.names(overlooked.idle()) + " "
                + (overlooked.idle().size() == 1 ? "is an idle carrier" : "are idle carriers")
                + HangSentences.in(result.moments(), result);
        return overlooked.isHang()
                ? "Overlooked by the scheduler: " + what + "."
                : "Perhaps overlooked by the scheduler: " + what + "; whether they have run in between is not known.";
    }

    /**
     * What has the carriers, a sentence for threads that do the same.
     *
     * @param named whether to name the carrier of each: they are not the JDK's
     */
    static List<String> lines(List<Party> mounted, boolean named, WaitGraph graph) {
        Map<String, List<Party>> alike = new LinkedHashMap<>();
        for (Party party : mounted) {
            alike.computeIfAbsent(onCarrier(party, graph), unused -> new ArrayList<>())
                    .add(party);
        }
        return alike.entrySet().stream()
                .limit(MAX_LINES)
                .map(same -> {
                    List<Party> parties = same.getValue();
                    boolean one = parties.size() == 1;
                    String who = one
                            ? HangWords.thread(parties.getFirst())
                            : Amounts.count(parties.size(), "virtual thread") + " (" + HangSentences.names(parties)
                                    + ")";
                    return who
                            + (one
                                    ? " has " + carrier(parties.getFirst(), named, graph) + " and "
                                    : " have a carrier each and ")
                            + (one
                                    ? same.getKey()
                                    : same.getKey()
                                            .replaceFirst("^stands", "stand")
                                            .replaceFirst("^is ", "are ")
                                            .replaceFirst("^waits", "wait"))
                            + ".";
                })
                .toList();
    }

    /** What a thread does on its carrier, and why it cannot leave it. */
    private static String onCarrier(Party party, WaitGraph graph) {
        Resource resource = graph.waitsFor(party.index());
        Resource.Holder owner = resource == null ? null : resource.owner();
        boolean input = party.waiting().kind() == WaitKind.INPUT;
        // What runs has its carrier for that, whatever is below.
        String by = resource == null && !input ? "" : graph.pinnedBy(party);
        return (resource == null
                        ? input ? "waits for input or output" : party.inNative() ? "is in native code" : "stands"
                        : "waits for " + HangWords.shortResource(resource)
                                + (owner == null
                                        ? HangSentences.free(resource, graph)
                                        : ", held by " + HangWords.thread(graph.party(owner.thread()))))
                + " " + HangWords.at(HangWords.shortSite(party)) + (by.isEmpty() ? "" : ", pinned by " + by);
    }

    private static String carrier(Party party, boolean named, WaitGraph graph) {
        Party carrier = named ? graph.ofId(graph.carrierOf(party)) : null;
        return carrier == null ? "a carrier" : "the carrier " + HangSentences.names(List.of(carrier));
    }

    /** Who keeps a carrier, where, and for how long as far as the dumps show. */
    static String kept(HangVerdict.CarriersKept kept, HangResult result) {
        WaitGraph graph = result.last();
        List<Party> threads = kept.threads();
        String lines = threads.stream()
                .limit(MAX_KEEPING)
                .map(party -> HangWords.thread(party) + " has " + carrier(party, true, graph) + " and "
                        + onCarrier(party, graph).replaceFirst("^stands", "runs"))
                .collect(Collectors.joining(", "));
        int more = threads.size() - MAX_KEEPING;
        return (threads.size() == 1
                        ? "A virtual thread may keep its carrier: "
                        : threads.size() + " virtual threads may keep their carriers: ")
                + lines
                + (more > 0 ? " and " + Amounts.count(more, "other") : "")
                + HangSentences.in(result.moments(), result)
                + "; unless it has released it in between, no other could run there.";
    }
}
