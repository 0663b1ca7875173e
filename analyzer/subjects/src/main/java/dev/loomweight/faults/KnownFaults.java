package dev.loomweight.faults;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults that come with Loomweight, and those of files that a user adds. */
public final class KnownFaults {

    /** The subject of faults that hang processes. */
    public static final String HANG = "hang";

    /** The subject of faults that pin virtual threads. */
    public static final String PINS = "pins";

    private static final String FILE = "faults.json";

    private static final KnownFaults OWN = new KnownFaults(null);

    private final @Nullable List<Fault> faults;

    /** The faults that come with Loomweight; read when first needed. */
    private static final class Own {
        private static final List<Fault> FAULTS = FaultFile.parse(text(), FILE);
    }

    /** Their libraries alone: most questions need no more. */
    private static final class OwnLibraries {
        private static final List<Library> ALL = FaultFile.libraries(text());
    }

    /** @param faults null for those that come with Loomweight */
    private KnownFaults(@Nullable List<Fault> faults) {
        this.faults = faults;
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
        List<Fault> added = FaultFile.read(file);
        return new KnownFaults(Stream.concat(
                        all().stream()
                                .filter(fault -> added.stream()
                                        .noneMatch(other -> other.id().equals(fault.id()))),
                        added.stream())
                .toList());
    }

    /** All of them, in the order of the files. */
    public List<Fault> all() {
        return faults == null ? Own.FAULTS : faults;
    }

    /** The library that a class is of, by its name; null where no entry has it. */
    public @Nullable Library libraryOf(String className) {
        for (Library library : libraries()) {
            if (library.has(className)) {
                return library;
            }
        }
        return null;
    }

    /** The libraries, in the order of the files. */
    public List<Library> libraries() {
        return faults == null
                ? OwnLibraries.ALL
                : faults.stream().map(Fault::library).filter(Objects::nonNull).toList();
    }

    /**
     * The faults of the JDK that what was observed is or may be, the certain ones first.
     *
     * @param subject which of them are tried
     */
    public List<Match> match(String subject, Facts facts, Build build) {
        List<Match> found = new ArrayList<>();
        for (Fault fault : all()) {
            if (fault.subject().equals(subject) && fault.library() == null) {
                fault.match(facts, build).ifPresent(found::add);
            }
        }
        found.sort(Comparator.comparing(match -> !match.certain()));
        return found;
    }

    /** The fault of a library where it holds a monitor; null where that version does not have it, or is not in the list. */
    public @Nullable Match match(Library library, String version) {
        for (Fault fault : all()) {
            if (library.equals(fault.library())) {
                return switch (library.age(version)) {
                    case FIXED -> null;
                    case OLDER -> new Match(fault, version, true, List.of());
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
