package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What threads weigh, in words. */
final class WeightSentences {

    /** So many more threads at one place, and so much more memory, are no chance of a moment. */
    private static final long MIN_THREADS = 100;

    private static final long MIN_BYTES = 1 << 20;
    private static final double MIN_FACTOR = 1.5;

    /** So many times the stacks of a site say that these are not what is heavy. */
    private static final int MUCH_MORE = 2;

    private WeightSentences() {}

    /** The sentences on a process, the most important first. */
    static List<String> of(OfProcess process) {
        List<String> sentences = new ArrayList<>();
        if (process.evidence().weighed()) {
            weighed(process, sentences);
        } else {
            estimated(process, sentences);
        }
        if (process.of(true).isEmpty()) {
            sentences.add("There is no virtual thread that waits in the dump.");
        }
        return sentences;
    }

    private static void weighed(OfProcess process, List<String> sentences) {
        List<SiteWeight> virtual = process.of(true);
        Optional<SiteWeight> heaviest = process.sites().stream().findFirst();
        Optional<LocalWeight> local = process.heavyLocal();
        // What threads of several sites share is at none of them.
        boolean localFirst = local.isPresent()
                && (heaviest.isEmpty() || local.get().all() > heaviest.get().most());
        if (localFirst) {
            sentences.add(LocalWords.sentence(local.get()));
        }
        heaviest.ifPresent(site -> sentences.add(heaviest(site)));
        if (!localFirst) {
            local.map(LocalWords::sentence).ifPresent(sentences::add);
        }
        if (heaviest.isPresent() && !heaviest.get().common().virtual()) {
            virtual.stream().findFirst().ifPresent(site -> sentences.add(heaviest(site)));
        }
        unseen(process, sentences);
    }

    private static String heaviest(SiteWeight site) {
        boolean virtual = site.common().virtual();
        return "The heaviest site of " + (virtual ? "virtual" : "platform") + " threads is " + name(site) + ": "
                + threads(site) + ", " + weight(site) + ".";
    }

    private static String threads(SiteWeight site) {
        String names = SiteWeight.words(site.named().names());
        return Amounts.count(site.weight().threads(), "thread") + (names.isEmpty() ? "" : " named " + names);
    }

    private static void unseen(OfProcess process, List<String> sentences) {
        long unseen = process.evidence().unseen();
        if (unseen * 2 < process.virtual().threads()) {
            if (unseen > 0) {
                sentences.add("The heap dump has no stacks of " + Amounts.count(unseen, "virtual thread")
                        + ": they have not begun to run, or have ended.");
            }
        } else if (unseen > 0) {
            sentences.add("The heap dump has no stacks of "
                    + (unseen == process.virtual().threads()
                            ? "virtual threads"
                            : Amounts.count(unseen, "virtual thread"))
                    + " (that of JDK 22 and later has), so what only their stacks hold is not known, and is not in the sums."
                    + (process.of(true).stream().anyMatch(site -> site.common().place() == null)
                            ? " Where they stand is in a thread dump of the same moment: jcmd PID Thread.dump_to_file"
                                    + " -format=json FILE."
                            : ""));
        }
    }

    private static void estimated(OfProcess process, List<String> sentences) {
        Optional<SiteWeight> most =
                process.sites().stream().filter(SiteWeight::isWeighed).findFirst();
        Optional<SiteWeight> virtual = process.of(true).stream().findFirst();
        HeapSums sums = process.sums();
        boolean moreElsewhere = sums.arrays() >= MIN_BYTES
                && sums.arrays() > MUCH_MORE * most.map(SiteWeight::most).orElse(0L);
        if (moreElsewhere) {
            sentences.add("Which threads hold most is not known without a heap dump: arrays and thread-local maps are "
                    + Amounts.bytes(sums.arrays()) + " of the heap, all stack chunks "
                    + Amounts.bytes(sums.chunkBytes())
                    + ", and thread-locals have " + Amounts.count(sums.localValues(), "value")
                    + ". Take one with jcmd PID GC.heap_dump FILE, and add --heap FILE.");
        }
        most.filter(site -> !site.common().virtual()).ifPresent(site -> sentences.add(ofStacks(site, moreElsewhere)));
        virtual.ifPresent(site -> {
            sentences.add(
                    site.isWeighed()
                            ? ofStacks(site, moreElsewhere)
                            : "Most virtual threads stand at " + name(site) + ": " + threads(site) + ".");
            sentences.add(withoutHeap(process, site.isWeighed()));
        });
    }

    private static String ofStacks(SiteWeight site, boolean moreElsewhere) {
        if (!moreElsewhere) {
            return heaviest(site);
        }
        return (site.common().virtual()
                        ? "Most of the stack chunks is at "
                        : "The largest stacks of platform threads are at ")
                + name(site) + ": " + threads(site) + ", " + weight(site) + ".";
    }

    private static String withoutHeap(OfProcess process, boolean weighed) {
        if (!weighed) {
            return "What they weigh is not in these inputs. It takes a class histogram of the same moment, or"
                    + " better a heap dump: jcmd PID GC.heap_dump FILE, and --heap FILE.";
        }
        long seen = process.evidence().chunksSeen();
        return "Without a heap dump only their stack chunks are known, and these as a range, from the depth of"
                + " their stacks"
                + (seen == 0
                        ? " and the total of the class histogram."
                        : ", the total of the class histogram, and the chunks that were recorded of "
                                + Amounts.count(seen, "thread") + ".")
                + " A heap dump shows each thread's, with thread-locals and what stacks hold: --heap FILE.";
    }

    /** A site, as the subject of a sentence. */
    static String name(SiteWeight site) {
        return site.common().place() == null
                ? "an unknown place"
                : site.common().place() + (site.caller().isEmpty() ? "" : " (called through " + site.caller() + ")");
    }

    /** What the threads of a site weigh, as a part of a sentence. */
    private static String weight(SiteWeight site) {
        Weight weight = site.weight();
        if (!weight.isMeasured()) {
            return between(site.least(), site.most())
                    + (site.common().virtual() ? " in stack chunks, " : " resident on stacks, ")
                    + between(site.least() / weight.threads(), site.most() / weight.threads()) + " each";
        }
        StringBuilder words =
                new StringBuilder(Amounts.bytes(site.each().median()) + " each (median; 95 of 100 at most "
                        + Amounts.bytes(site.each().p95()) + "), " + Amounts.bytes(site.least()) + " in all");
        List<String> parts = new ArrayList<>();
        part(parts, weight.stackLeast(), site.common().virtual() ? "in stack chunks" : "resident on stacks");
        part(parts, weight.locals(), "in thread-locals");
        part(parts, weight.held(), "that nothing but their stacks and tasks hold");
        part(parts, site.shared(), "that they share");
        return words.append(parts.isEmpty() ? "" : ": " + String.join(", ", parts))
                .toString();
    }

    private static void part(List<String> parts, long bytes, String what) {
        if (bytes > 0) {
            parts.add(Amounts.bytes(bytes) + " " + what);
        }
    }

    private static String between(long least, long most) {
        return least == most ? Amounts.bytes(least) : Amounts.bytes(least) + " to " + Amounts.bytes(most);
    }

    /** The site that grew most, if that is a leak. */
    static Optional<Finding> leak(String prefix, OfProcess process) {
        return process.of(true).stream()
                .filter(site -> !process.ofLab() && isLeak(site))
                .max(Comparator.comparingLong(
                        site -> site.grown() == null ? 0 : site.grown().most()))
                .map(site -> leak(prefix, site));
    }

    private static boolean isLeak(SiteWeight site) {
        SiteGrowth grown = site.grown();
        return grown != null
                && grown.threads() >= MIN_THREADS
                && site.weight().threads() >= MIN_FACTOR * grown.before()
                && (!site.isWeighed() || grown.most() >= MIN_BYTES)
                && site.common().waits() != WaitKind.CARRIER;
    }

    private static List<String> stay(Stay stay) {
        List<String> words = new ArrayList<>();
        if (stay.earlier() > 0) {
            long ended = stay.earlier() - stay.remained();
            words.add("Of the " + Amounts.count(stay.earlier()) + " that were there at the moment before"
                    + (stay.apart() == null
                            ? ""
                            : ", " + Amounts.time(stay.apart().toNanos()) + " earlier")
                    + ", " + (ended == 0 ? "none has" : Amounts.count(ended, "has", "have"))
                    + " ended.");
        }
        if (stay.half() != null && stay.half().isPositive()) {
            words.add("Half of them have been seen for "
                    + Amounts.time(stay.half().toNanos()) + " or longer.");
        }
        return words;
    }

    private static Finding leak(String prefix, SiteWeight site) {
        SiteGrowth grown = Objects.requireNonNull(site.grown());
        String summary = prefix + Amounts.count(grown.threads()) + " more virtual threads wait at " + name(site)
                + (grown.since() == null ? " than before" : " since " + Amounts.instant(grown.since()))
                + (site.isWeighed()
                        ? ": " + between(grown.least() / grown.threads(), grown.most() / grown.threads()) + " each, "
                                + between(grown.least(), grown.most()) + " in all."
                        : ".");
        List<String> why = new ArrayList<>();
        why.add("There are " + Amounts.count(site.weight().threads()) + " now, and there were "
                + Amounts.count(grown.before()) + (site.isWeighed() ? "; together they are " + weight(site) : "")
                + ".");
        if (grown.stay() != null) {
            why.addAll(stay(grown.stay()));
        }
        return new Finding(
                "threadsGrew",
                grown.isLoad() ? Finding.Severity.INFO : Finding.Severity.WARNING,
                summary,
                String.join(" ", why),
                "If they are to end, find out what they wait for: loomweight threads shows who has it. If they are"
                        + " requests, limit how many there may be at once.",
                null);
    }
}
