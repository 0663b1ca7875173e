package dev.loomweight.kernel.coverage;

import dev.loomweight.kernel.faults.Fault;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recordings in which an event was on with which their JDK may have a known fault. That it was on harmed none of those
 * that can be read; it may harm the next.
 *
 * @param event the full name of the type of the event
 * @param fault the fault
 * @param recordings the names of the recordings
 * @param jdks the versions of their JDKs, as far as they are known
 */
record EventRisk(String event, Fault fault, List<String> recordings, Set<String> jdks) {

    /** The risks in some inputs, each of them once. */
    static List<EventRisk> of(Coverage coverage, Map<String, TreeSet<String>> jdksByFile) {
        Map<String, EventRisk> risks = new LinkedHashMap<>();
        for (OfSource source : coverage.sources()) {
            Set<String> jdks = jdksByFile.getOrDefault(source.origin().file(), new TreeSet<>());
            source.events().stream().filter(event -> event.state().isOn()).forEach(event -> {
                for (Fault fault : faults(event.eventType(), jdks)) {
                    EventRisk risk = risks.computeIfAbsent(
                            event.eventType() + " " + fault.id(),
                            key -> new EventRisk(event.eventType(), fault, new ArrayList<>(), new TreeSet<>()));
                    risk.recordings.add(coverage.nameOf(source));
                    risk.jdks.addAll(jdks);
                }
            });
        }
        return List.copyOf(risks.values());
    }

    private static List<Fault> faults(String event, Set<String> jdks) {
        return jdks.isEmpty()
                ? KnownFaults.own().riskedBy(event, "")
                : jdks.stream()
                        .flatMap(jdk -> KnownFaults.own().riskedBy(event, jdk).stream())
                        .distinct()
                        .toList();
    }

    Finding finding() {
        String jdk = jdks.isEmpty() ? "the JDK, which is not known," : "JDK " + String.join(" and ", jdks);
        return new Finding(
                        "riskyEvent",
                        Severity.INFO,
                        event + " is on in " + Alike.names(recordings, recordings.size()) + ", and " + jdk
                                + " may have the known fault " + fault.id() + ": " + fault.summary() + ".",
                        "Affected: " + fault.affects().words() + ". Source: "
                                + fault.sources().words() + ".",
                        fault.remedy())
                .ofInputs();
    }
}
