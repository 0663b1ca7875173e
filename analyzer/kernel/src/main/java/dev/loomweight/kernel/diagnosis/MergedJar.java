package dev.loomweight.kernel.diagnosis;

import dev.loomweight.classfiles.Archive;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which of the artifacts that were merged into one jar a class is of, by names alone: its package has the words of the
 * artifact's name or its group, also after a prefix, as where the merge has renamed packages.
 */
final class MergedJar {

    /** Names of artifacts that are words of many packages. */
    private static final Set<String> COMMON = Set.of(
            "api",
            "app",
            "application",
            "client",
            "common",
            "commons",
            "core",
            "impl",
            "lib",
            "main",
            "model",
            "parent",
            "runtime",
            "server",
            "service",
            "shared",
            "spi",
            "util",
            "utils",
            "web");

    private static final int SHORTEST_NAME = 4;

    private MergedJar() {}

    /** The artifact that a class of a jar is of; null where the jar is of one artifact, or the name shows none. */
    static Archive.@Nullable Artifact artifactOf(String className, Archive jar) {
        return jar.artifacts().size() < 2 ? null : best(className, jar);
    }

    /**
     * The artifact that a jar is, whatever was merged into it.
     *
     * @param mainClass its main class
     */
    static Optional<Archive.Artifact> own(Archive jar, String mainClass) {
        for (Archive.Artifact artifact : jar.artifacts()) {
            if (jar.artifacts().size() == 1
                    || jar.file().equals(artifact.name() + ".jar")
                    || jar.file().startsWith(artifact.words())) {
                return Optional.of(artifact);
            }
        }
        return Optional.ofNullable(best(mainClass, jar));
    }

    private static Archive.@Nullable Artifact best(String className, Archive jar) {
        String name = "." + className.toLowerCase(Locale.ROOT);
        Archive.Artifact best = null;
        int most = 0;
        boolean tie = false;
        for (Archive.Artifact artifact : jar.artifacts()) {
            int score = score(name, artifact);
            if (score > most) {
                best = artifact;
                most = score;
                tie = false;
            } else if (score == most && best != null) {
                tie |= !best.group().equals(artifact.group());
            }
        }
        return tie ? null : best;
    }

    // The letters that agree: of two artifacts of one group, that wins whose name does too.
    private static int score(String name, Archive.Artifact artifact) {
        String group = artifact.group().toLowerCase(Locale.ROOT).replace('-', '.');
        String words =
                artifact.name().toLowerCase(Locale.ROOT).replace('-', '.').replace('_', '.');
        boolean ofGroup = group.indexOf('.') > 0 && name.contains("." + group + ".");
        boolean telling = words.indexOf('.') > 0 || (words.length() >= SHORTEST_NAME && !COMMON.contains(words));
        boolean ofName = telling && name.contains("." + words + ".");
        return (ofGroup ? group.length() : 0) + (ofName ? words.length() : 0);
    }
}
