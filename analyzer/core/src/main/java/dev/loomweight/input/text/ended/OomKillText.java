package dev.loomweight.input.text.ended;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EndTexts.KernelKills.Group;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Scope;
import dev.loomweight.sample.EndTexts.KernelKills.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's reports of kills for lack of memory ({@code mm/oom_kill.c}, {@code mm/memcontrol.c}, Linux 2.6.18 and later), as
 * {@code dmesg}, {@code journalctl -k}, {@code /var/log/messages} or Kubernetes' events have them. Any line of a report may be
 * missing, and anything may stand before a line.
 */
public final class OomKillText {

    private static final Pattern KILL = Pattern.compile(
            "(?i:(memory cgroup )?out of memory(?: \\([\\w ]+\\))?: ?)?\\b([Kk]ill(?:ed)?) process (?:(\\d{1,10})[,:]? ?)?(?:UID \\d+,? )?\\(([^)]{1,64})\\)");

    private static final Pattern REAPED = Pattern.compile("oom_reaper: reaped process (\\d{1,10}) \\(([^)]{1,64})\\)");

    private static final Pattern CONSTRAINT = Pattern.compile(
            "oom-kill:constraint=CONSTRAINT_(\\w+)(?:,[\\w-]+=[^,]*){0,12}?(?:,task=(.{1,64}?),pid=(\\d{1,10}).*)?$");

    private static final Pattern PATHS = Pattern.compile("(oom_memcg|task_memcg)=([^,\\s]+)");

    /** Of a kubelet's event. */
    private static final Pattern SYSTEM =
            Pattern.compile("System OOM encountered, victim process: ([^,]{1,64}), pid: (\\d{1,10})");

    /** What systemd says of a unit after the kernel's own lines, which are in another log. */
    private static final Pattern UNIT =
            Pattern.compile("(?<!\\S)([\\w.@:\\\\-]{1,255}\\.(?:service|scope|slice|socket)): "
                    + "(?:A process of this unit has been killed by the OOM killer|Failed with result 'oom-kill')");

    private static final Pattern LIMIT_OF = Pattern.compile("Task in (\\S+) killed as a result of limit of (\\S+)");

    private static final Pattern USAGE = Pattern.compile("(?<![+\\w])memory: usage (\\d{1,15})kB, limit (\\d{1,16})kB");

    private static final Pattern RESIDENT = Pattern.compile("\\b(anon|file|shmem)-rss:(\\d{1,15})kB");

    private static final Pattern HEADER = Pattern.compile("\\[ ?pid ?\\] +uid +tgid +total_vm +rss\\b(.*)");

    private static final Pattern ROW = Pattern.compile(
            "\\[ *(\\d{1,10})\\] +\\d{1,10} +\\d{1,10} +\\d{1,15} +(\\d{1,15})((?: +-?\\d{1,20}){1,12}) +(\\S.{0,63})$");

    private static final Pattern PAGES_OF_MACHINE = Pattern.compile("(?<!\\w)(\\d{1,12}) pages RAM\\b");

    private static final Pattern TIME = Pattern.compile("\\[([A-Z][a-z]{2} [A-Z][a-z]{2} +\\d{1,2} [\\d:]{8} \\d{4})\\]"
            + "|(\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?)"
            + "|(?<!\\w)([A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d)");

    private static final long PAGE = 4096;

    /** Some machines have pages of this size; what the kernel says of the victim in both units shows it. */
    private static final long LARGE_PAGE = 65536;

    /** What the kernel prints for no limit, in kB, and anything near it. */
    private static final long NO_LIMIT_KB = 1L << 52;

    private final List<Kill> kills = new ArrayList<>();

    private @Nullable Found open;
    private Scope scope = Scope.UNKNOWN;
    private String limited = "";
    private String own = "";
    private String unitOfKill = "";
    private String timeOfUnit = "";
    private long limit = -1;
    private long usage = -1;
    private final ChargeStatistics statistics = new ChargeStatistics();
    private final List<Row> rows = new ArrayList<>();
    private long pagesOfMachine = -1;
    private boolean killed;

    private record Row(long pid, String name, long pages) {}

    /** A victim, as far as the lines so far have it. */
    private static final class Found {
        private final long pid;
        private final String name;
        private boolean chosen;
        private String time = "";
        private final Map<String, Long> resident = new HashMap<>();

        private Found(long pid, String name) {
            this.pid = pid;
            this.name = name;
        }
    }

    private OomKillText() {}

    /** Whether a line is one that only such a report has. */
    public static boolean isSign(String text) {
        return text.contains("Memory cgroup stats for ")
                || text.contains(" killed as a result of limit of ")
                || ((text.contains(": A process of this unit") || text.contains("'oom-kill'"))
                        && UNIT.matcher(text).find())
                || (text.contains("memory: usage ") && USAGE.matcher(text).find())
                || ((text.contains("invoked oom-killer")
                                || text.contains("ill process ")
                                || text.contains("illed process ")
                                || text.contains("oom-kill:constraint")
                                || text.contains("oom_reaper: reaped")
                                || text.contains("System OOM encountered"))
                        && (text.contains("invoked oom-killer: gfp_mask=")
                                || text.contains("oom_kill_process")
                                || isKill(KILL.matcher(text), text)
                                || CONSTRAINT.matcher(text).find()
                                || REAPED.matcher(text).find()
                                || SYSTEM.matcher(text).find()));
    }

    private static boolean isKill(Matcher kill, String text) {
        return kill.find()
                && (text.toLowerCase(Locale.ROOT).contains("out of memory")
                        || text.contains("total-vm:")
                        || text.contains("anon-rss:")
                        || text.contains("vsz:"));
    }

    /** The kills; one without a name where the text ends before it. */
    public static TextRead read(LineCursor lines) {
        OomKillText text = new OomKillText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.line(line.strip());
        }
        text.flush();
        if (text.kills.isEmpty()) {
            text.unnamed();
        }
        return TextRead.of(new KernelKills(text.kills), List.of());
    }

    private void line(String text) {
        Matcher unit = UNIT.matcher(text);
        if (unit.find()) {
            unitOfKill = unitOfKill.isEmpty() ? unit.group(1) : unitOfKill;
            timeOfUnit = timeOfUnit.isEmpty() ? time(text) : timeOfUnit;
        } else if (text.contains("invoked oom-killer")) {
            begin();
        } else if (!(text.contains("rocess") && victim(text)) && !context(text)) {
            resident(text);
        }
    }

    /** A line that names who was killed, or was to be. */
    private boolean victim(String text) {
        Matcher kill = KILL.matcher(text);
        Matcher reaped = REAPED.matcher(text);
        Matcher system = SYSTEM.matcher(text);
        if (reaped.find()) {
            victim(pid(reaped.group(1)), reaped.group(2), false, text);
        } else if (system.find()) {
            system(pid(system.group(2)), system.group(1), text);
        } else if (kill.find()) {
            scope(kill, text);
            victim(pid(kill.group(3)), kill.group(4), !kill.group(2).endsWith("ed"), text);
            resident(text);
        } else {
            return false;
        }
        return true;
    }

    /** The kubelet says so of any kill that is of no container; the kernel's own line has more. */
    private void system(long pid, String name, String text) {
        Found known = open;
        if (known == null || known.pid != pid) {
            begin();
            scope = Scope.MACHINE;
            victim(pid, name, false, text);
        }
    }

    /** Since Linux 2.6.24 the line says it; a cpuset is only known from the line before. */
    private void scope(Matcher kill, String text) {
        boolean group = kill.group(1) != null;
        boolean said = group || text.toLowerCase(Locale.ROOT).contains("out of memory");
        if (said && killed && group == (scope == Scope.MACHINE)) {
            begin();
        }
        if (said && scope != Scope.NODES) {
            scope = group ? Scope.GROUP : Scope.MACHINE;
        }
    }

    /** A line that says of what there was too little, and what it was filled with. */
    private boolean context(String text) {
        Matcher constraint = CONSTRAINT.matcher(text);
        Matcher limitOf = LIMIT_OF.matcher(text);
        Matcher charged = USAGE.matcher(text);
        Matcher pages = PAGES_OF_MACHINE.matcher(text);
        if (constraint.find()) {
            afterKill();
            constraint(constraint, text);
        } else if (limitOf.find()) {
            afterKill();
            scope = Scope.GROUP;
            own = limitOf.group(1);
            limited = limitOf.group(2);
        } else if (charged.find()) {
            afterKill();
            usage = Long.parseLong(charged.group(1)) << 10;
            long most = Long.parseLong(charged.group(2));
            limit = most >= NO_LIMIT_KB ? -1 : most << 10;
            scope = scope == Scope.UNKNOWN ? Scope.GROUP : scope;
        } else if (text.startsWith("Mem-Info:") || text.endsWith(" Mem-Info:")) {
            afterKill();
            scope = scope == Scope.UNKNOWN ? Scope.MACHINE : scope;
        } else if (text.endsWith("emory cgroup out of memory:")) {
            // The rest of the line was wrapped.
            afterKill();
            scope = Scope.GROUP;
        } else if (pages.find()) {
            pagesOfMachine = Long.parseLong(pages.group(1));
        } else {
            return table(text);
        }
        return true;
    }

    private void constraint(Matcher constraint, String text) {
        scope = switch (constraint.group(1)) {
            case "MEMCG" -> Scope.GROUP;
            case "NONE" -> Scope.MACHINE;
            case "CPUSET", "MEMORY_POLICY" -> Scope.NODES;
            default -> Scope.UNKNOWN;
        };
        Matcher path = PATHS.matcher(text);
        while (path.find()) {
            if (path.group(1).startsWith("oom")) {
                limited = path.group(2);
            } else {
                own = path.group(2);
            }
        }
        if (constraint.group(3) != null) {
            victim(pid(constraint.group(3)), constraint.group(2), false, text);
        }
    }

    private boolean table(String text) {
        String group = statistics.group(text);
        if (group != null) {
            if (killed) {
                begin();
                statistics.group(text);
            }
            scope = scope == Scope.UNKNOWN ? Scope.GROUP : scope;
            limited = limited.isEmpty() ? group : limited;
            return true;
        }
        if (HEADER.matcher(text.replaceAll(" +", " ")).find()) {
            afterKill();
            statistics.end();
            rows.clear();
            return true;
        }
        Matcher row = ROW.matcher(text);
        if (row.find()) {
            rows.add(new Row(pid(row.group(1)), row.group(4), Long.parseLong(row.group(2))));
            return true;
        }
        return statistics.line(text);
    }

    /** Figures of the victim may be on lines of their own, where a line was wrapped. */
    private void resident(String text) {
        Found victim = open;
        if (victim == null || text.contains("now anon-rss")) {
            return;
        }
        Matcher kind = RESIDENT.matcher(text);
        while (kind.find()) {
            victim.resident.putIfAbsent(kind.group(1), Long.parseLong(kind.group(2)) << 10);
        }
    }

    private void victim(long pid, String name, boolean chosen, String text) {
        Found known = open;
        // "Kill process" may name a thread, or the parent of the one that "Killed process" names.
        boolean same = known != null && ((known.chosen && !chosen) || (known.pid == pid && known.name.equals(name)));
        if (known != null && !same) {
            flush();
        }
        Found victim = new Found(pid, name);
        if (known != null && same) {
            if (chosen) {
                return;
            }
            victim.resident.putAll(known.resident);
            victim.time = known.time;
        }
        victim.chosen = chosen;
        victim.time = victim.time.isEmpty() ? time(text) : victim.time;
        open = victim;
        killed = true;
    }

    private static long pid(@Nullable String digits) {
        return digits == null ? -1 : Long.parseLong(digits);
    }

    private static String time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.find()) {
            return "";
        }
        String found = time.group(1) != null ? time.group(1) : time.group(2);
        return found == null ? time.group(3) : found;
    }

    /** A line that stands before its kill: after one, it is of the next report, whose first line is missing. */
    private void afterKill() {
        if (killed) {
            begin();
        }
    }

    private void begin() {
        flush();
        killed = false;
        scope = Scope.UNKNOWN;
        limited = "";
        own = "";
        limit = -1;
        usage = -1;
        statistics.clear();
        rows.clear();
        pagesOfMachine = -1;
    }

    private void flush() {
        Found victim = open;
        open = null;
        if (victim == null) {
            return;
        }
        long page = page(victim);
        List<Task> tasks = rows.stream()
                .map(row -> new Task(row.pid, row.name, Map.of("rss", row.pages * page)))
                .toList();
        Map<String, Long> resident = new HashMap<>(victim.resident);
        if (resident.isEmpty()) {
            tasks.stream()
                    .filter(task -> task.pid() == victim.pid)
                    .findFirst()
                    .ifPresent(task -> resident.putAll(task.resident()));
        }
        kills.add(new Kill(
                new Task(victim.pid, victim.name, resident),
                victim.chosen,
                scope,
                new Group(limited, own, limit, usage, statistics.content()),
                tasks,
                pagesOfMachine < 0 ? -1 : pagesOfMachine * page,
                victim.time));
    }

    /** A report that was cut before it names who is killed: what it says of the group, or the machine, is there. */
    private void unnamed() {
        Found unnamed = new Found(-1, "");
        unnamed.time = timeOfUnit;
        own = own.isEmpty() ? unitOfKill : own;
        open = unnamed;
        flush();
    }

    private long page(Found victim) {
        long bytes =
                victim.resident.values().stream().mapToLong(Long::longValue).sum();
        return rows.stream()
                .filter(row -> row.pid == victim.pid && row.pages > 0)
                .mapToLong(row -> bytes / row.pages > LARGE_PAGE / 2 ? LARGE_PAGE : PAGE)
                .findFirst()
                .orElse(PAGE);
    }
}
