package dev.loomweight.memory.threadcost.site;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the threads that stand at a line of the application weigh, and how that grew. */
public final class SiteWeights implements Analysis<Processes, WeightReading> {

    /** The key of its section. */
    public static final String ID = "threadWeight";

    private final Owners owners;
    private final boolean asked;

    private SiteWeights(Code code, List<String> own, boolean asked) {
        this.owners = new Owners(code, List.copyOf(own));
        this.asked = asked;
    }

    /**
     * The answer to the question, of any input with threads.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static SiteWeights asked(Code code, List<String> own) {
        return new SiteWeights(code, own, true);
    }

    /**
     * A part of other reports: of inputs that have what threads weigh.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static SiteWeights overview(Code code, List<String> own) {
        return new SiteWeights(code, own, false);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public WeightReading read(Processes all, Coverage coverage) {
        return new WeightReading(all.together().stream()
                .flatMap(process -> read(process).stream())
                .filter(one -> asked || isWorthwhile(one))
                .toList());
    }

    private Optional<OfProcess> read(ObservedProcess process) {
        return read(process.name(), process.ofLab(), MomentWeights.of(process), ProcessThreadCosts.mallocEach(process));
    }

    /**
     * The threads at the last of some moments.
     *
     * @param ofLab whether it is a program of the lab
     * @param moments in the order of time; of none, the answer is empty
     * @param mallocEach what malloc for a platform thread is, in bytes; -1 where it is not known
     */
    Optional<OfProcess> read(String name, boolean ofLab, List<MomentWeights> moments, long mallocEach) {
        if (moments.isEmpty()) {
            return Optional.empty();
        }
        MomentWeights last = moments.getLast();
        List<SiteWeight> sites = Growths.over(StackBounds.of(new Sites(owners).of(last), moments), moments).stream()
                .sorted(Sites.BY_WEIGHT)
                .toList();
        long between = last.shared().stream()
                .filter(shared -> sites.stream().noneMatch(site -> shared.isWithin(site.keys())))
                .mapToLong(MomentWeights.Shared::bytes)
                .sum();
        return Optional.of(new OfProcess(
                name,
                last.time(),
                ofLab,
                new OfProcess.Evidence(
                        moments.size(),
                        last.weighed(),
                        last.standing().values().stream()
                                .mapToLong(one -> one.chunksSeen().size())
                                .sum(),
                        last.unseen()),
                sites,
                LocalWeight.of(last),
                between,
                last.sums(),
                mallocEach));
    }

    // Dumps without memory are the subject of other sections.
    private static boolean isWorthwhile(OfProcess process) {
        return process.evidence().weighed() || process.of(true).stream().anyMatch(SiteWeight::isWeighed);
    }

    @Override
    public Section say(WeightReading reading, Coverage coverage) {
        // What threads of the lab cost is a section of its own, and they all stand at one place.
        WeightReading said = asked
                ? reading
                : new WeightReading(reading.processes().stream()
                        .filter(process -> !process.ofLab())
                        .toList());
        return section(ID, "What threads weigh, by site", said);
    }

    /** What a reading says. */
    static Section section(String id, String title, WeightReading reading) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        boolean several = reading.processes().size() > 1;
        int number = 0;
        for (OfProcess process : reading.processes()) {
            number++;
            Among among = Among.of(process.name(), number, several);
            WeightSentences.of(process).forEach(sentence -> sentences.add(among.words(sentence)));
            blocks.addAll(WeightTables.of(among, process));
            WeightSentences.leak(among.prefix(), process).ifPresent(findings::add);
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id, title, blocks, findings);
    }
}
