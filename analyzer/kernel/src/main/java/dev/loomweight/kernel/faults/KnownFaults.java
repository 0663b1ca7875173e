package dev.loomweight.kernel.faults;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults that come with Loomweight, and those of files that a user adds. */
public final class KnownFaults {

    /** The subject of faults that hang processes. */
    public static final String HANG = "hang";

    /** The subject of faults that pin virtual threads. */
    public static final String PINS = "pins";

    /** The subject of faults that make memory grow. */
    public static final String MEMORY = "memory";

    /** The subject of faults that end the JVM. */
    public static final String CRASH = "crash";

    private static final String FILE = "faults.json";

    private static final KnownFaults OWN = new KnownFaults(null, "");

    private final @Nullable List<Fault> faults;
    private final String added;

    /** The faults that come with Loomweight; read when first needed. */
    private static final class Own {
        private static final List<Fault> FAULTS = FaultFile.parse(text(), FILE);
    }

    /** Their libraries alone: most questions need no more. */
    private static final class OwnLibraries {
        private static final List<Library> ALL = LibraryList.libraries(text());
    }

    /**
     * Faults.
     *
     * @param faults null for those that come with Loomweight
     * @param added what files had that were added
     */
    private KnownFaults(@Nullable List<Fault> faults, String added) {
        this.faults = faults;
        this.added = added;
    }

    /** What users have added, as a text that differs where that does; empty for nothing. */
    public String added() {
        return added;
    }

    /** The faults that come with Loomweight. */
    public static KnownFaults own() {
        return OWN;
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(KnownFaults.class.getResourceAsStream(FILE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * These and those of a file, which replace those of the same id.
     *
     * @throws DataException if it cannot be read, or is no list of faults
     */
    public KnownFaults with(Path file) {
        String text = FaultFile.read(file);
        List<Fault> others = FaultFile.parse(text, file.toString());
        List<Fault> both = Stream.concat(
                        all().stream()
                                .filter(fault -> others.stream()
                                        .noneMatch(other -> other.id().equals(fault.id()))),
                        others.stream())
                .toList();
        return new KnownFaults(both, added + text);
    }

    /** All of them, in the order of the files. */
    public List<Fault> all() {
        return faults == null ? Own.FAULTS : faults;
    }

    /** The library that pins that a class is of, by its name; null where no entry has it. */
    public @Nullable Library libraryOf(String className) {
        for (Library library : libraries()) {
            if (library.has(className)) {
                return library;
            }
        }
        return null;
    }

    /** The libraries that pin, in the order of the files. */
    public List<Library> libraries() {
        return faults == null
                ? OwnLibraries.ALL
                : faults.stream()
                        .filter(fault -> fault.subject().equals(PINS))
                        .map(fault -> fault.affects().library())
                        .filter(Objects::nonNull)
                        .toList();
    }

    /**
     * The faults that what was observed is or may be, the certain ones first; those of libraries as far as nothing says
     * which version there is.
     *
     * @param subject which of them are tried
     */
    public List<Match> match(String subject, Facts facts, Build build) {
        return match(subject, facts, build, library -> "");
    }

    /**
     * The faults that what was observed is or may be, the certain ones first.
     *
     * @param subject which of them are tried
     * @param versions the version of a library in the process; empty where it is not known
     */
    public List<Match> match(String subject, Facts facts, Build build, Function<Library, String> versions) {
        List<Match> found = new ArrayList<>();
        for (Fault fault : all()) {
            if (fault.subject().equals(subject) && !fault.signs().signature().isEmpty()) {
                Library library = fault.affects().library();
                (library == null ? fault.match(facts, build) : fault.match(facts, library, versions.apply(library)))
                        .ifPresent(found::add);
            }
        }
        found.sort(Comparator.comparing(match -> !match.certain()));
        return found;
    }

    /**
     * The faults that a JDK may have and that need an event to be switched on.
     *
     * @param event the full name of the type of the event, which is on
     * @param version the version of the JDK; empty where it is not known
     */
    public List<Fault> riskedBy(String event, String version) {
        return all().stream().filter(fault -> fault.isRiskedBy(event, version)).toList();
    }

    /** The fault of a library where it holds a monitor; null where that version does not have it, or is not in the list. */
    public @Nullable Match match(Library library, String version) {
        for (Fault fault : all()) {
            if (library.equals(fault.affects().library()) && fault.subject().equals(PINS)) {
                return switch (library.affected(version)) {
                    case NO -> null;
                    case YES -> new Match(fault, version, true, List.of());
                    case UNKNOWN ->
                        new Match(
                                fault,
                                version,
                                library.open(),
                                library.open()
                                        ? List.of()
                                        : List.of(
                                                library.fixedIn().isEmpty()
                                                        ? "which release was changed is not known"
                                                        : "the version of " + library.name()
                                                                + " is not in the recording: pass its jar with"
                                                                + " --classpath"));
                };
            }
        }
        return null;
    }
}
