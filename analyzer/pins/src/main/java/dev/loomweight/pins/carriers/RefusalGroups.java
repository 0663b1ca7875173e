package dev.loomweight.pins.carriers;

import dev.loomweight.pins.carriers.FailedSubmits.RefusedThreads;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.state.RefusalParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of one process by site, message, submitter and fate, in bounded memory. Executors put numbers into their
 * messages that differ each time, and thread names have numbers: where there are too many groups, what differs is left out,
 * step by step, of all of them. How far depends on what there is and not on the order, so that parts together give what all
 * at once give. Their number is exact.
 */
final class RefusalGroups {

    /** So many groups has a process; those of distinct sites and fates remain, however many. */
    private static final int MAX_GROUPS = 256;

    /** Stands for what was left out of a name or message. */
    private static final String ANY = "\u2026";

    /** Numbers, as they are in names, and what follows an at sign, as the identity of an object. */
    private static final Pattern NUMBERS = Pattern.compile("@[0-9a-fA-F]+|0x[0-9a-fA-F]+|\\d+");

    private static final Comparator<RefusalParts.Group> ORDER = Comparator.comparing(
                    RefusalParts.Group::stack, StackTrace.FROM_OUTSIDE)
            .thenComparing(group -> String.valueOf(group.submitter()))
            .thenComparing(group -> group.message() == null)
            .thenComparing(group -> String.valueOf(group.message()));

    private Map<Group, Refused> groups = new HashMap<>();
    private Detail detail = Detail.ALL;

    /** What is distinguished: the more there are, the less. */
    private enum Detail {
        ALL,
        WITHOUT_NUMBERS,
        WITHOUT_SUBMITTERS,
        WITHOUT_MESSAGES;

        /** With one thing less; the last has none. */
        private Detail next() {
            return switch (this) {
                case ALL -> WITHOUT_NUMBERS;
                case WITHOUT_NUMBERS -> WITHOUT_SUBMITTERS;
                case WITHOUT_SUBMITTERS, WITHOUT_MESSAGES -> WITHOUT_MESSAGES;
            };
        }

        private Group of(Group group) {
            String message = group.message;
            return switch (this) {
                case ALL -> group;
                case WITHOUT_NUMBERS ->
                    group.with(message == null ? null : withoutNumbers(message), withoutNumbers(group.submitter));
                case WITHOUT_SUBMITTERS -> group.with(message == null ? null : withoutNumbers(message), ANY);
                case WITHOUT_MESSAGES -> group.with(ANY, ANY);
            };
        }

        /** How much was left out of a group that a fold file has. */
        private static Detail in(Group group) {
            String message = group.message == null ? "" : group.message;
            if (message.equals(ANY)) {
                return WITHOUT_MESSAGES;
            }
            if (group.submitter.equals(ANY)) {
                return WITHOUT_SUBMITTERS;
            }
            return message.contains(ANY) || group.submitter.contains(ANY) ? WITHOUT_NUMBERS : ALL;
        }
    }

    /** Equal refusals. */
    record Group(String subject, String site, @Nullable String message, String submitter, FailedSubmits.Fate fate) {

        private Group with(@Nullable String otherMessage, String otherSubmitter) {
            return new Group(subject, site, otherMessage, otherSubmitter, fate);
        }
    }

    /** A group, with how many there are, some of their threads, and one of their stacks. */
    record Refused(Group group, long count, RefusedThreads.Victims victims, StackTrace stack) {

        private Refused and(Refused other) {
            victims.addAll(other.victims);
            return new Refused(group, count + other.count, victims, first(stack, other.stack));
        }

        @SuppressWarnings("ReferenceEquality") // a reader makes one object of equal stacks, mostly
        private static StackTrace first(StackTrace one, StackTrace other) {
            return one == other || StackTrace.FROM_OUTSIDE.compare(one, other) <= 0 ? one : other;
        }
    }

    private static String withoutNumbers(String text) {
        return NUMBERS.matcher(text).replaceAll(ANY);
    }

    /** Adds as many equal refusals, some of which are of these threads. */
    void add(Group group, long count, List<Long> of, StackTrace stack) {
        RefusedThreads.Victims victims = new RefusedThreads.Victims();
        of.forEach(victims::add);
        reduce(Detail.in(group));
        put(new Refused(detail.of(group), count, victims, stack));
        bound();
    }

    private void put(Refused refused) {
        groups.merge(refused.group, refused, Refused::and);
    }

    private void bound() {
        while (groups.size() > MAX_GROUPS && detail != Detail.WITHOUT_MESSAGES) {
            reduce(detail.next());
        }
    }

    private void reduce(Detail to) {
        if (to.compareTo(detail) > 0) {
            detail = to;
            Map<Group, Refused> all = groups;
            groups = new HashMap<>();
            all.values().forEach(one -> put(new Refused(to.of(one.group), one.count, one.victims, one.stack)));
        }
    }

    /** Adds all of the other, which is not used again. */
    void addAll(RefusalGroups other) {
        reduce(other.detail);
        other.groups.values().forEach(one -> put(new Refused(detail.of(one.group), one.count, one.victims, one.stack)));
        bound();
    }

    /** What a fold file gets of them. */
    List<RefusalParts.Group> parts() {
        return groups.values().stream()
                .map(one -> new RefusalParts.Group(
                        one.group.message,
                        FailedSubmits.Refusals.isKnown(one.group.submitter) ? one.group.submitter : null,
                        one.stack,
                        one.count,
                        List.copyOf(one.victims.ids())))
                .sorted(ORDER)
                .toList();
    }

    /** How many refusals there are. */
    long count() {
        return groups.values().stream().mapToLong(Refused::count).sum();
    }

    /** The groups, in no order. */
    List<Refused> all() {
        return new ArrayList<>(groups.values());
    }
}
