package dev.loomweight.experiment.weight;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The result in sentences: the memory of the threads here, and the meaning of the often quoted figure. */
final class SleeperSentences {

    private SleeperSentences() {}

    static Note of(List<ThreadGrowth> costs) {
        List<String> sentences = new ArrayList<>();
        boolean several = costs.stream().map(ThreadGrowth::jdk).distinct().count() > 1;
        for (ThreadGrowth cost : costs) {
            Optional<String> sentence = cost.isVirtual() ? virtual(cost, platform(costs, cost.jdk())) : platform(cost);
            sentence.map(words -> several ? "JDK " + cost.jdk() + ": " + words : words)
                    .ifPresent(sentences::add);
        }
        costs.stream()
                .filter(cost -> !cost.isVirtual())
                .findFirst()
                .flatMap(SleeperSentences::article)
                .ifPresent(sentences::add);
        return new Note("inWords", sentences);
    }

    /** The other kind on the same JDK, to compare with. */
    private static Optional<ThreadGrowth> platform(List<ThreadGrowth> costs, String jdk) {
        return costs.stream()
                .filter(cost -> !cost.isVirtual() && cost.jdk().equals(jdk))
                .findFirst();
    }

    private static Optional<String> platform(ThreadGrowth cost) {
        OptionalLong memory = cost.memory();
        if (memory.isEmpty()) {
            return Optional.empty();
        }
        String took = Amounts.count(cost.threads()) + " sleeping platform threads took "
                + Amounts.bytes(memory.getAsLong()) + " of memory here, "
                + Amounts.bytes(cost.each(memory.getAsLong())) + " each";
        return Optional.of(
                cost.stackReserved().isPresent()
                        ? took + ", and reserved "
                                + Amounts.bytes(cost.stackReserved().getAsLong())
                                + " of address space for their stacks."
                        : took + ".");
    }

    private static Optional<String> virtual(ThreadGrowth cost, Optional<ThreadGrowth> platform) {
        OptionalLong memory = cost.memory();
        if (memory.isEmpty()) {
            return Optional.empty();
        }
        long each = cost.each(memory.getAsLong());
        StringBuilder sentence = new StringBuilder()
                .append(Amounts.count(cost.threads()))
                .append(" sleeping virtual threads took ")
                .append(Amounts.bytes(memory.getAsLong()))
                .append(", ")
                .append(Amounts.bytes(each))
                .append(" each");
        cost.liveHeap()
                .ifPresent(heap -> sentence.append(", ")
                        .append(Amounts.bytes(heap))
                        .append(" of which are in the Java heap with their stacks"));
        platform.map(ThreadGrowth::memory).filter(OptionalLong::isPresent).ifPresent(other -> {
            double factor = (double) platform.get().each(other.getAsLong()) / Math.max(1, each);
            sentence.append(
                    factor >= 1
                            ? ": a platform thread takes " + Amounts.times(factor) + " times as much"
                            : ": more than a platform thread");
        });
        return Optional.of(sentence.append('.').toString());
    }

    private static Optional<String> article(ThreadGrowth cost) {
        OptionalLong reserved = cost.stackReserved();
        OptionalLong resident = cost.stackResident();
        if (reserved.isEmpty() || resident.isEmpty() || reserved.getAsLong() <= 0) {
            return Optional.empty();
        }
        return Optional.of(
                "The often quoted \"8096 MB\" for 4,000 platform threads is address space, reserved with 2 MB per"
                        + " stack. Here " + Amounts.count(cost.threads(), "thread") + " reserved "
                        + Amounts.bytes(reserved.getAsLong()) + ", "
                        + Amounts.bytes(cost.each(reserved.getAsLong())) + " per stack. Of that, "
                        + Amounts.bytes(resident.getAsLong()) + " ("
                        + Amounts.percent((double) resident.getAsLong() / reserved.getAsLong())
                        + ") is resident, and only resident memory counts against a container's limit.");
    }
}
