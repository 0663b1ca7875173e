package dev.loomweight.query;

import dev.loomweight.match.Regex;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.api.JavaObjectSerializer;
import org.jspecify.annotations.Nullable;

/**
 * What a query may call: functions that compute a value from their arguments. A function of H2 that is not listed here is
 * refused, whatever it does; H2 refuses those that read, write or connect a second time, since the user that queries run
 * as has no right to them.
 *
 * <p>H2's regular expressions are replaced by ones that take time linear in the text, since H2 cannot interrupt its own.
 */
public final class SqlFunctions {

    /** Keywords before a bracket that opens no list of arguments, and types with a length or precision. */
    private static final Set<String> SYNTAX = Set.of(
            ("ALL AND ANY ARRAY AS BETWEEN BINARY BY CASE CHAR CHARACTER CUBE DECFLOAT DECIMAL DISTINCT ELSE EXCEPT EXISTS"
                            + " FETCH FILTER FLOAT FROM GROUPING HAVING IN INTERSECT INTERVAL IS JOIN LATERAL LIKE ILIKE"
                            + " LIMIT MINUS NOT NUMERIC OFFSET ON OR OVER PRECISION QUALIFY ROLLUP ROW SELECT SETS SOME"
                            + " THEN TIME TIMESTAMP UNION UNIQUE USING VALUES VARBINARY VARCHAR VARYING WHEN WHERE"
                            + " WINDOW WITHIN GROUP YEAR MONTH DAY HOUR MINUTE SECOND")
                    .split(" "));

    private static final Set<String> NAMES = Set.of(
            ("ABS ACOS ASIN ATAN ATAN2 BITAND BITCOUNT BITGET BITNAND BITNOR BITNOT BITOR BITXNOR BITXOR CEIL CEILING COS"
                            + " COSH COT DEGREES EXP FLOOR GCD LCM LN LOG LOG10 LSHIFT MOD PI POWER RADIANS ROTATELEFT"
                            + " ROTATERIGHT ROUND RSHIFT SIGN SIN SINH SQRT TAN TANH TRUNC TRUNCATE ULSHIFT URSHIFT ZERO"
                            // text
                            + " ASCII BIT_LENGTH BTRIM CHAR_LENGTH CHARACTER_LENGTH CHR CONCAT CONCAT_WS"
                            + " DIFFERENCE HEXTORAW INSERT INSTR LCASE LEFT LENGTH LOCATE LOWER LPAD LTRIM OCTET_LENGTH"
                            + " POSITION RAWTOHEX REPEAT REPLACE RIGHT RPAD RTRIM SOUNDEX SPACE STRINGDECODE"
                            + " STRINGENCODE SUBSTR SUBSTRING TO_CHAR TRANSLATE TRIM UCASE UPPER"
                            // time
                            + " CURRENT_TIMESTAMP DATE_TRUNC DATEADD DATEDIFF DAY_OF_MONTH DAY_OF_WEEK DAY_OF_YEAR"
                            + " DAYNAME DAYOFMONTH DAYOFWEEK DAYOFYEAR EXTRACT FORMATDATETIME ISO_DAY_OF_WEEK ISO_WEEK"
                            + " ISO_YEAR LAST_DAY LOCALTIMESTAMP MONTHNAME NOW PARSEDATETIME QUARTER TIMESTAMPADD"
                            + " TIMESTAMPDIFF WEEK"
                            // any value
                            + " ARRAY_APPEND ARRAY_CAT ARRAY_CONTAINS ARRAY_GET ARRAY_LENGTH ARRAY_SLICE CARDINALITY"
                            + " CASEWHEN CAST COALESCE CONVERT DECODE GREATEST IFNULL ISNULL JSON_ARRAY JSON_OBJECT LEAST"
                            + " NULLIF NVL NVL2 SYSTEM_RANGE TABLE TRIM_ARRAY UNNEST"
                            // aggregates and windows
                            + " ANY_VALUE ARRAY_AGG AVG BIT_AND_AGG BIT_OR_AGG BIT_XOR_AGG CORR COUNT COVAR_POP COVAR_SAMP"
                            + " CUME_DIST DENSE_RANK EVERY FIRST_VALUE GCD_AGG GROUP_CONCAT JSON_ARRAYAGG JSON_OBJECTAGG"
                            + " LAG LAST_VALUE LCM_AGG LEAD LISTAGG MAX MEDIAN MIN MODE NTH_VALUE NTILE PERCENT_RANK"
                            + " PERCENTILE_CONT PERCENTILE_DISC RANK RATIO_TO_REPORT REGR_AVGX REGR_AVGY REGR_COUNT"
                            + " REGR_INTERCEPT REGR_R2 REGR_SLOPE REGR_SXX REGR_SXY REGR_SYY ROW_NUMBER STDDEV"
                            + " STDDEV_POP STDDEV_SAMP STRING_AGG SUM VAR_POP VAR_SAMP VARIANCE")
                    .split(" "));

    /** Functions that are computed here, by the names that H2 has for its own: the name in a query, the name in H2. */
    private static final Map<String, String> OWN = Map.of(
            "REGEXP_LIKE", "LOOMWEIGHT_REGEXP_LIKE",
            "REGEXP_REPLACE", "LOOMWEIGHT_REGEXP_REPLACE",
            "REGEXP_SUBSTR", "LOOMWEIGHT_REGEXP_SUBSTR");

    private static final Map<String, String> METHODS = Map.of(
            "LOOMWEIGHT_REGEXP_LIKE", "regexpLike",
            "LOOMWEIGHT_REGEXP_REPLACE", "regexpReplace",
            "LOOMWEIGHT_REGEXP_SUBSTR", "regexpSubstr");

    private static final AtomicReference<@Nullable Regex> LAST = new AtomicReference<>();

    private SqlFunctions() {}

    /** Whether a bracket after this keyword opens something else than the arguments of a function. */
    static boolean isSyntax(String upper) {
        return SYNTAX.contains(upper);
    }

    /**
     * The name that a function has in H2.
     *
     * @param upper its name in a query, in upper case
     * @return the name, or null if queries may not call it
     */
    static @Nullable String nameOf(String upper) {
        return NAMES.contains(upper) ? upper : OWN.get(upper);
    }

    /** The statements that make the functions of this class known to H2. */
    static List<String> definitions() {
        return METHODS.entrySet().stream()
                .map(own -> "CREATE ALIAS " + own.getKey() + " DETERMINISTIC FOR '" + SqlFunctions.class.getName() + "."
                        + own.getValue() + "'")
                .toList();
    }

    /** Whether the pattern is found in the text; null if one of them is. */
    public static @Nullable Boolean regexpLike(@Nullable String text, @Nullable String pattern) {
        return (text == null || pattern == null) ? null : regex(pattern).isFoundIn(text);
    }

    /** The text with each match of the pattern replaced; {@code $1} is the first group. Null if an argument is. */
    public static @Nullable String regexpReplace(
            @Nullable String text, @Nullable String pattern, @Nullable String replacement) {
        return (text == null || pattern == null || replacement == null)
                ? null
                : regex(pattern).replaceAll(text, replacement);
    }

    /** The first match of the pattern in the text, or null if there is none or an argument is null. */
    public static @Nullable String regexpSubstr(@Nullable String text, @Nullable String pattern) {
        return (text == null || pattern == null) ? null : regex(pattern).firstIn(text);
    }

    // A query has the same pattern for each row.
    private static Regex regex(String pattern) {
        Regex known = LAST.get();
        if (known == null || !known.toString().equals(pattern)) {
            known = Regex.of(pattern);
            LAST.set(known);
        }
        return known;
    }

    /** Makes no object of bytes: H2 would read them as serialized Java objects, which can run code. */
    public static final class NoObjects implements JavaObjectSerializer {

        @Override
        public byte[] serialize(Object object) {
            throw new UnsupportedOperationException("Java objects are not supported");
        }

        @Override
        public Object deserialize(byte[] bytes) {
            throw new UnsupportedOperationException("Java objects are not supported");
        }
    }
}
