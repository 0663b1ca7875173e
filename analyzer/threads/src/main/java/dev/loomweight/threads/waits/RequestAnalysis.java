package dev.loomweight.threads.waits;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.threads.waits.RequestReading.OfProcess;
import dev.loomweight.threads.waits.RequestReading.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Where the time of virtual threads goes that begin and end: of a server with a thread for each request, of a request. */
public final class RequestAnalysis implements Analysis<Requests, RequestReading> {

    private static final int MAX_ROWS = 12;

    /** Three parts of the time of the slowest are enough for a sentence. */
    private static final int MAX_NAMED = 3;

    private final Owners owners;

    /**
     * An analysis.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public RequestAnalysis(Code code, List<String> own) {
        this.owners = new Owners(code, List.copyOf(own));
    }

    /**
     * The subject of which fold files hold the threads.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static Subject<Requests, RequestReading> subject(Code code, List<String> own) {
        return Subject.of(new RequestAnalysis(code, own)).stored((all, coverage) -> all.parts());
    }

    @Override
    public String id() {
        return "requestTimes";
    }

    @Override
    public Fold<Requests> fold() {
        return Requests.FOLD;
    }

    @Override
    public RequestReading read(Requests all, Coverage coverage) {
        return RequestReading.of(all, coverage, owners);
    }

    @Override
    public Section say(RequestReading reading, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        boolean several = reading.processes().size() > 1;
        int number = 0;
        for (OfProcess process : reading.processes()) {
            number++;
            Among among = Among.of(process.subject(), number, several);
            sentences.add(among.words(sentence(process)));
            blocks.add(table(among, process));
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id(), "Where the time of virtual threads went that began and ended", blocks, List.of());
    }

    private static String sentence(OfProcess process) {
        String parts = process.rows().stream()
                .limit(process.rows().size() - 1)
                .filter(row -> row.slowestNanos() > 0)
                .limit(MAX_NAMED)
                .map(row -> share(row.slowestNanos(), process) + " " + waits(row))
                .collect(Collectors.joining(", "));
        String known = process.oneOf() == 1 ? "" : " (of every " + process.oneOf() + "th thread)";
        return Amounts.count(process.threads(), "virtual thread") + known
                + " began and ended; half of them within about "
                + Amounts.time(process.middle().nanos()) + ". The slowest "
                + Amounts.count(process.slowest().threads()) + " lived "
                + Amounts.time(process.slowest().nanos()) + " on average" + (parts.isEmpty() ? "" : ": " + parts) + ", "
                + share(process.rows().getLast().slowestNanos(), process) + " " + rest(process)
                + ". Waiting for a carrier is in each wait.";
    }

    private static String share(long nanos, OfProcess process) {
        return Amounts.percent((double) nanos / Math.max(1, process.slowest().nanos()));
    }

    private static String waits(Row row) {
        WaitSites.At at = row.at();
        return at == null
                ? row.what()
                : (at.kind() == Doing.SLEEP ? "asleep" : "waiting for " + WaitTimesWords.thing(at))
                        + WaitTimesWords.where(at);
    }

    private static String rest(OfProcess process) {
        long threshold = process.threshold().orElse(0);
        return "running, ready, or in " + (threshold > 0 ? "waits shorter than " + Amounts.time(threshold) : "no wait");
    }

    private static Block table(Among among, OfProcess process) {
        Row all =
                new Row(null, "all", process.middle().nanos(), process.slowest().nanos());
        return Rows.of(Row.class)
                .text("doing", "Time", row -> doing(row, process))
                .text("site", "At", row -> Objects.toString(row.place(), ""))
                .nanos("middle", "Middle tenth", Row::middleNanos)
                .nanos("slowest", "Slowest " + Amounts.count(process.slowest().threads()), Row::slowestNanos)
                .bar()
                .ratio(
                        "share",
                        "Share",
                        row -> (double) row.slowestNanos()
                                / Math.max(1, process.slowest().nanos()))
                .top(MAX_ROWS)
                .totals(List.of(all))
                .brief("doing", "site", "slowest", "share")
                .table(among.id("requests"), among.words("Where their time went, on average"), process.rows());
    }

    private static String doing(Row row, OfProcess process) {
        WaitSites.At at = row.at();
        return at != null ? WaitTimesWords.what(at) : row.what().isEmpty() ? rest(process) : row.what();
    }
}
