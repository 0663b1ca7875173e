package dev.loomweight.pins.carriers;

import dev.loomweight.pins.carriers.SchedulerDelays.DelayReading;
import dev.loomweight.pins.carriers.SchedulerDelays.Waits;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.state.DelayParts.Alarm;
import java.util.List;

/** Waits for a carrier as a table and in words. */
final class DelaySentences {

    private static final Rows<Waits> DELAYS = Rows.of(Waits.class)
            .text("process", "process", Waits::subject)
            .nanos("p50", "p50", Waits::p50Nanos)
            .nanos("p99", "p99", Waits::p99Nanos)
            .nanos("max", "longest", waits -> waits.longest().nanos())
            .time("at", "at", waits -> waits.longest().began())
            .count("measured", "measured", Waits::count)
            .count("alarms", "alarms", Waits::alarmCount);

    private DelaySentences() {}

    /** The waits of each process. */
    static Table table(DelayReading reading) {
        return DELAYS.table(
                "delays",
                "",
                reading.processes(),
                List.of(
                        "How long a virtual thread that is ready waits for a carrier, measured by the agent's probe some"
                                + " dozens of times a second. Pauses of the garbage collector and other programs are not in it as far"
                                + " as they delay the probe's platform thread as well. Quantiles are within 1.6 %."));
    }

    /** The waits of a process for which it is too long. */
    static Finding finding(Waits waits, boolean several) {
        String where = several ? waits.subject() + ": " : "";
        String summary = waits.isLong()
                ? where + "Virtual threads that were ready waited up to "
                        + Amounts.time(waits.longest().nanos())
                        + " for a carrier, from "
                        + Amounts.instant(waits.longest().began()) + " on"
                        + (waits.longest().open() ? ", and still did at the end of the recording." : ".")
                : where + "One wait in a hundred of virtual threads for a carrier took "
                        + Amounts.time(waits.p99Nanos()) + " or longer.";
        return new Finding(
                "schedulerDelayLong",
                waits.isLong() ? Severity.PROBLEM : Severity.WARNING,
                summary,
                explanation(waits),
                "What keeps a carrier must end or yield: pins are in the pins of this report; code that computes, spins"
                        + " or blocks in native code belongs on platform threads.");
    }

    private static String explanation(Waits waits) {
        StringBuilder words = new StringBuilder();
        for (Alarm alarm : waits.alarms()) {
            words.append("Alarm at ")
                    .append(Amounts.instant(alarm.time()))
                    .append(": ")
                    .append(alarm.words())
                    .append(". ");
        }
        long more = waits.alarmCount() - waits.alarms().size();
        if (more > 0) {
            words.append(Amounts.count(more)).append(" more alarms. ");
        }
        if (waits.isProbeLate()) {
            words.append("The probe's platform thread was itself late by up to ")
                    .append(Amounts.time(waits.lateNanos()))
                    .append(", which is not counted: the collector or other programs took the processors.");
        }
        return words.toString().strip();
    }
}
