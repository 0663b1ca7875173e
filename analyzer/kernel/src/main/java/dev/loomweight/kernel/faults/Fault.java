package dev.loomweight.kernel.faults;

import dev.loomweight.kernel.faults.Library.Affected;
import dev.loomweight.kernel.faults.Library.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a JDK or of a library that others have met.
 *
 * @param id what its maintainers call it, such as {@code JDK-8369227}, or a name of its own
 * @param subject what shows it: {@code hang}, {@code pins}, {@code memory} or {@code crash}
 * @param summary one sentence without its full stop: what is wrong
 * @param sources what tells of it
 * @param affects what has it
 * @param signs by what it is recognized
 * @param remedy what avoids it without a fixed version, as sentences; empty where nothing does
 * @param useless what does not help, as sentences; empty where nothing is to be said
 * @param proof which program shows it, on which build, and on which it does not; or why none could be run
 */
public record Fault(
        String id,
        String subject,
        String summary,
        Sources sources,
        Affects affects,
        Signs signs,
        String remedy,
        String useless,
        Map<Proof, String> proof) {

    /**
     * What has a fault.
     *
     * @param jdk the builds of JDKs; empty where it is a library's
     * @param library the library, or null where it is the JDK's
     * @param where what else must be so of the machine, as a sentence; empty for nothing
     */
    public record Affects(List<Builds> jdk, @Nullable Library library, String where) {

        public Affects {
            jdk = List.copyOf(jdk);
        }

        /** The versions, in words. */
        public String words() {
            return library != null
                    ? library.words()
                    : "JDK "
                            + String.join(
                                    "; JDK ", jdk.stream().map(Builds::words).toList());
        }
    }

    /**
     * By what a fault is recognized.
     *
     * @param signature what must have been observed; nothing is said where one of these is not
     * @param confirm what must be so as well to be sure
     * @param excludes what must not be so
     * @param certain whether a complete signature is a proof: otherwise it may be this fault and no more
     */
    public record Signs(
            List<FactCondition> signature, List<FactCondition> confirm, List<FactCondition> excludes, boolean certain) {

        public Signs {
            signature = List.copyOf(signature);
            confirm = List.copyOf(confirm);
            excludes = List.copyOf(excludes);
        }

        private boolean isShown(Facts facts) {
            return signature.stream().allMatch(one -> one.of(facts) == FactCondition.Answer.YES)
                    && confirm.stream().noneMatch(one -> one.of(facts) == FactCondition.Answer.NO)
                    && excludes.stream().noneMatch(one -> one.of(facts) == FactCondition.Answer.YES);
        }
    }

    /** What a proof consists of. */
    public enum Proof {
        /** The program of the gallery that shows it. */
        PROGRAM,
        /** The versions on which it showed the signature. */
        SHOWN,
        /** The versions on which it did not. */
        NOT_SHOWN,
        /** Why it was not run. */
        REASON
    }

    public Fault {
        proof = Map.copyOf(proof);
    }

    /** Whether, and how surely, what was observed on a JDK is this fault. */
    Optional<Match> match(Facts facts, Build build) {
        String unknown = build.version().isEmpty()
                ? "the version of the JDK is not in the input"
                : "whether this build (" + build.version() + ") has the fix is not known: " + affects.words();
        return match(facts, Builds.of(affects.jdk, build), build.version(), unknown);
    }

    /**
     * Whether, and how surely, what was observed is this fault of a library.
     *
     * @param version of the library; empty where it is not known
     */
    Optional<Match> match(Facts facts, Library of, String version) {
        String unknown = "the version of " + of.name() + " is not in the input"
                + (version.isEmpty() ? ": \"loomweight faults --classpath JAR\" takes it from its jar" : "");
        return match(facts, of.affected(version), version, unknown);
    }

    private Optional<Match> match(Facts facts, Affected affected, String version, String unknown) {
        if (affected == Affected.NO || !signs.isShown(facts)) {
            return Optional.empty();
        }
        List<String> missing = new ArrayList<>();
        if (affected == Affected.UNKNOWN) {
            missing.add(unknown);
        }
        signs.confirm.stream()
                .filter(one -> one.of(facts) == FactCondition.Answer.UNKNOWN)
                .map(FactCondition::see)
                .forEach(missing::add);
        return Optional.of(new Match(this, version, signs.certain && missing.isEmpty(), missing));
    }

    /** Whether a JDK may have it, and it needs an event that is on: what can happen, whether it has happened or not. */
    boolean isRiskedBy(String event, String version) {
        return Builds.of(affects.jdk, Build.of(version)) != Affected.NO
                && Stream.of(signs.signature, signs.confirm)
                        .flatMap(List::stream)
                        .anyMatch(
                                one -> one.fact() == Fact.EVENTS && one.values().contains(event));
    }

    /** What helps without an update, and what does not, as sentences; may be empty. */
    String withoutUpdate() {
        Library library = affects.library;
        String note = library == null || library.note().isEmpty() ? "" : library.note() + ".";
        return Stream.of(note, remedy, useless).filter(text -> !text.isEmpty()).collect(Collectors.joining(" "));
    }

    /** The release that fixes it for who has a version; null where none is known. */
    @Nullable
    String fixFor(String version) {
        return Builds.fixFor(affects.jdk, version);
    }
}
