package dev.loomweight.kernel.subject;

import dev.loomweight.match.Nearest;
import java.util.List;
import java.util.Optional;

/**
 * Figures that a user can name.
 *
 * @param <F> their type
 * @param all in the order of help
 */
public record FigureList<F extends Figure<?>>(List<F> all) {

    public FigureList {
        all = List.copyOf(all);
    }

    /** All figures of some subjects. */
    public static FigureList<Figure<?>> of(List<? extends Subject<?, ?>> subjects) {
        return new FigureList<>(subjects.stream()
                .<Figure<?>>flatMap(subject -> subject.figures().stream())
                .toList());
    }

    /** How help shows their names, each with what must be named after it. */
    public List<String> shown() {
        return all.stream().map(Figure::shown).toList();
    }

    /** The one with that id. */
    public Optional<F> of(String id) {
        return all.stream().filter(figure -> figure.id().equals(id)).findFirst();
    }

    /** Whether there are several figures of this id, each with a suffix after a dot. */
    public boolean isFamily(String id) {
        return of(id).filter(figure -> !figure.scope().isAll()).isPresent();
    }

    /**
     * The figure of a user's name.
     *
     * @param name its id, or the id and after a dot what it is of
     * @throws IllegalArgumentException if there is none; the message has a suggestion
     */
    public F named(String name) {
        int dot = name.indexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        String of = scopeIn(name);
        F figure = of(id).orElseThrow(() -> new IllegalArgumentException("unknown budget \"" + id + "\""
                + Nearest.hintOrList(id, all.stream().map(Figure::id).toList())));
        if (figure.scope().isAll() && !of.isEmpty()) {
            throw new IllegalArgumentException("budget \"" + id + "\" takes no suffix; write " + id);
        }
        if (!figure.scope().isAll() && of.isEmpty()) {
            throw new IllegalArgumentException("budget \"" + id + "\" needs a suffix; write " + figure.shown());
        }
        figure.scope().check(of);
        return figure;
    }

    /** What a user's name has after its first dot; empty if it has none. */
    public static String scopeIn(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
