package dev.loomweight.threads.hang;

import dev.loomweight.report.Among;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The application's threads that are in no hang, with what each does where: a dump that shows no reason still shows the line,
 * which is all that is known of who waits for a signal that never comes.
 */
final class OtherThreads {

    private static final int TOP = 25;
    private static final int MAX_NAMED = 4;

    /** Threads that do the same at the same line; at least one. */
    private record Group(String does, String at, List<Party> threads) {}

    private static final Rows<Group> ROWS = Rows.of(Group.class)
            .text("thread", "Thread", OtherThreads::names)
            .count("threads", "Threads", group -> group.threads.size())
            .text("does", "Does", Group::does)
            .text("at", "At", Group::at)
            .top(TOP)
            .brief("thread", "threads", "does", "at");

    private OtherThreads() {}

    /** One of them; of those that have no line by which they could be found, some. */
    private static String names(Group group) {
        Frame site = group.threads.getFirst().siteFrame();
        boolean hasLine = site != null && site.line() > 0;
        int named = hasLine ? 1 : Math.min(group.threads.size(), MAX_NAMED);
        return group.threads.stream().limit(named).map(HangWords::thread).collect(Collectors.joining(", "))
                + (group.threads.size() > named ? " and others" : "");
    }

    /** The table; nothing where there are none. */
    static Optional<Table> of(HangResult result, Among among) {
        Set<Integer> hanging = new HashSet<>();
        for (HangVerdict hang : result.hangs()) {
            hang.parties().forEach(party -> hanging.add(party.index()));
            if (hang instanceof HangVerdict.CarriersExhausted exhausted) {
                exhausted.ready().forEach(party -> hanging.add(party.index()));
            }
        }
        List<Party> others = result.last().parties().stream()
                .filter(party -> !hanging.contains(party.index()) && isOfApplication(party))
                .toList();
        return ROWS.some(among.id("others"), among.words("What the other threads do"), groups(others));
    }

    /** Whether it has a line of the application's, or is to get there. */
    private static boolean isOfApplication(Party party) {
        return party.waiting().site() >= 0
                || party.state().isReady()
                || (party.virtual() && party.thread().frames().isEmpty());
    }

    private static List<Group> groups(List<Party> parties) {
        record Alike(String does, String at) {}
        Map<Alike, List<Party>> alike = new LinkedHashMap<>();
        for (Party party : parties) {
            alike.computeIfAbsent(new Alike(doing(party), HangWords.site(party)), unused -> new ArrayList<>())
                    .add(party);
        }
        // What waits for work is usual, and last.
        return alike.entrySet().stream()
                .map(entry -> new Group(entry.getKey().does, entry.getKey().at, entry.getValue()))
                .sorted(Comparator.comparing(
                        group -> group.threads.getFirst().waiting().idle()))
                .toList();
    }

    private static String doing(Party party) {
        boolean timed = !party.isWoken() && party.waiting().timed();
        return party.doing() + (timed ? ", with a time" : "");
    }
}
