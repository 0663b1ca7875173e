package dev.loomweight.sources;

import dev.loomweight.report.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which files of a checkout are the sources of classes, in whatever modules and languages. A file is that of a class if it
 * has its name and declares its package: recordings know packages, and Kotlin's folders need not have the names of
 * packages. Where several files of a checkout could be it, none is named.
 */
public final class SourceTree {

    /** Of a larger checkout, no files are named: one that was not looked at could be it. */
    private static final int MAX_ENTRIES = 500_000;

    /** Where a package is declared at the latest, in bytes. */
    private static final int MAX_HEAD = 64 << 10;

    private static final List<String> ENDINGS = List.of(".java", ".kt", ".groovy", ".scala");

    /** What marks a folder whose {@code target} or {@code build} is made by a build. */
    private static final Map<String, List<String>> MADE_BESIDE = Map.of(
            "target",
            List.of("pom.xml", "build.sbt"),
            "build",
            List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"));

    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/|//[^\\n\\r]*", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("(?m)^[ \\t]*package[ \\t]+([^\\s;{]+)");

    private SourceTree() {}

    /**
     * The root of the checkout that a folder is in: the nearest folder from it upwards that has a {@code .git}.
     *
     * @return null if it is in none
     */
    public static @Nullable Path around(Path folder) {
        for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return at;
            }
        }
        return null;
    }

    /**
     * The files of places in code. Links are not followed; hidden folders, {@code node_modules}, and what builds make are
     * left out.
     *
     * @param root the root of the checkout
     * @param places places in code; those of equal classes have equal files
     * @return of those places that have one file in the checkout, its path from the root, with slashes
     */
    public static Map<Place, String> find(Path root, Collection<Place> places) {
        if (places.isEmpty()) {
            return Map.of();
        }
        Set<String> names = new HashSet<>();
        places.forEach(place -> names.addAll(names(place)));
        Map<String, List<Path>> named = named(root, names);
        Map<Path, String> packages = new HashMap<>();
        Map<Place, String> found = new HashMap<>();
        for (Place place : places) {
            Set<Path> files = new LinkedHashSet<>();
            for (String name : names(place)) {
                for (Path file : named.getOrDefault(name, List.of())) {
                    if (packageOf(place).equals(packages.computeIfAbsent(file, SourceTree::declared))) {
                        files.add(file);
                    }
                }
            }
            if (files.size() == 1) {
                found.put(place, slashed(root, files.iterator().next()));
            }
        }
        return found;
    }

    private static String slashed(Path root, Path file) {
        List<String> parts = new ArrayList<>();
        root.relativize(file).forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }

    private static String packageOf(Place place) {
        int dot = place.className().lastIndexOf('.');
        return dot < 0 ? "" : place.className().substring(0, dot);
    }

    /** The names that its file may have. */
    private static List<String> names(Place place) {
        String known = place.sourceFile();
        if (known != null) {
            return List.of(known);
        }
        String java = place.path().substring(place.path().lastIndexOf('/') + 1);
        String outermost = java.substring(0, java.length() - ".java".length());
        List<String> names = new ArrayList<>();
        ENDINGS.forEach(ending -> names.add(outermost + ending));
        // The class of what a file of Kotlin has outside of classes.
        if (outermost.endsWith("Kt") && outermost.length() > 2) {
            names.add(outermost.substring(0, outermost.length() - 2) + ".kt");
        }
        return names;
    }

    /** The files with one of these names. */
    private static Map<String, List<Path>> named(Path root, Set<String> names) {
        Map<String, List<Path>> named = new HashMap<>();
        int[] entries = {0};
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return folder.equals(root) || !isLeftOut(folder) ? counted() : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = String.valueOf(file.getFileName());
                    if (attributes.isRegularFile() && names.contains(name)) {
                        named.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
                    }
                    return counted();
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    // A folder that is closed to the user has no sources of the user's build.
                    return counted();
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
                    // A build removes and makes folders meanwhile.
                    return FileVisitResult.CONTINUE;
                }

                private FileVisitResult counted() {
                    return ++entries[0] > MAX_ENTRIES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return Map.of();
        }
        return entries[0] > MAX_ENTRIES ? Map.of() : named;
    }

    private static boolean isLeftOut(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.startsWith(".")
                || name.equals("node_modules")
                || MADE_BESIDE.getOrDefault(name, List.of()).stream()
                        .anyMatch(file -> Files.exists(folder.resolveSibling(file)));
    }

    /** The package that a file declares; empty for none. */
    private static String declared(Path file) {
        String head;
        try (InputStream in = Files.newInputStream(file)) {
            head = new String(in.readNBytes(MAX_HEAD), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
        Matcher found = PACKAGE.matcher(COMMENTS.matcher(head).replaceAll(" "));
        return found.find() ? found.group(1).replace("`", "") : "";
    }
}
